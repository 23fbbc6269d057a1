import { setTimeout as wait } from 'node:timers/promises';
import { replaying, serving } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare } from '../harness/compare.mjs';
import { hammer } from '../harness/load.mjs';
import { reasonOf } from '../harness/not-runnable.mjs';
import { stagePath } from '../work/documents.mjs';
import { fixturesOf, stageRequests } from '../work/fixtures.mjs';
import { plainStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'Memory';
export const goal = '<= 75 MB idle, 120 after load, 200 with 10,000 fixtures, flat over 1,000,000 requests';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const contestants = ctx.quick ? [] : [serving(ctx, writeScenario(ctx.dir, 'plain', plainStory))];
  /** @type {string[]} */
  const notes = [];
  for (const count of [10, 10_000]) {
    try {
      contestants.push(
        replaying(ctx, await fixturesOf(ctx, String(count), stageRequests(count)), `replay, ${count}`),
      );
    } catch (error) {
      notes.push(`not runnable: replay, ${count}: ${reasonOf(error)}`);
    }
  }
  const total = ctx.quick ? 50_000 : 1_000_000;
  const measured = await compare({ ...ctx, rounds: 1 }, contestants, async (server, { name: of }) => {
    const requests = of === 'replay, 10000' ? stageRequests(10_000) : [{ path: stagePath(1) }];
    await wait(500);
    const idle = server.rss();
    await goodAnswer(server.url, stagePath(1));
    let sent = 0;
    const send = async (/** @type {number} */ until) => {
      while (sent < until) sent += (await hammer(server.url, requests, { seconds: ctx.seconds })).requests;
      return server.rss();
    };
    const loaded = await send(1);
    const early = await send(total / 5);
    return { idle, loaded, early, late: await send(total), sent };
  });
  const of = (/** @type {string} */ which, /** @type {string} */ metric) =>
    measured.find((one) => one.name === which)?.of(metric) ?? NaN;
  const main = measured.some((one) => one.name === 'replay, 10') ? 'replay, 10' : 'restage serve';
  return {
    table: {
      columns: [
        { name: 'server', of: (one) => one.name },
        { name: 'idle MB', of: (one) => one.of('idle'), digits: 0 },
        { name: 'loaded MB', of: (one) => one.of('loaded'), digits: 0 },
        { name: `after ${total / 5} MB`, of: (one) => one.of('early'), digits: 0 },
        { name: `after ${total} MB`, of: (one) => one.of('late'), digits: 0 },
        { name: 'requests', of: (one) => one.of('sent'), digits: 0 },
      ],
      measured,
    },
    checks: [
      { what: `MB idle, ${main}`, found: of(main, 'idle'), is: '<=', goal: 75 },
      { what: `MB after load, ${main}`, found: of(main, 'loaded'), is: '<=', goal: 120 },
      { what: 'MB with 10,000 fixtures', found: of('replay, 10000', 'loaded'), is: '<=', goal: 200 },
      {
        what: `after ${total} requests, times after a fifth, ${main}`,
        found: of(main, 'late') / of(main, 'early'),
        is: '<=',
        goal: 1.1,
      },
    ],
    notes,
  };
}
