import { performance } from 'node:perf_hooks';
import { bareHono, bareNode } from '../contestants/limits.mjs';
import { peers } from '../contestants/peers.mjs';
import { replaying, serving } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { reasonOf } from '../harness/not-runnable.mjs';
import { stageDocument, stagePath } from '../work/documents.mjs';
import { fixturesOf, stageRequests } from '../work/fixtures.mjs';
import { plainStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'From spawn to the first answer';
export const goal =
  "<= 2.0 times a bare Hono server's, with 10 and with 10,000 fixtures; the two within 1.2 times";

/** @typedef {import('../harness/compare.mjs').Contestant} Contestant */

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const path = stagePath(1);
  const body = stageDocument(1);
  const answers = { [path]: { status: 200, headers: { 'content-type': 'application/vnd.api+json' }, body } };
  const hono = bareHono(ctx, answers);
  const scenario = writeScenario(ctx.dir, 'plain', plainStory);
  const contestants = [serving(ctx, scenario), bareNode(ctx, answers), hono, ...peers(ctx, { [path]: body })];
  /** @type {string[]} */
  const notes = [];
  for (const count of [10, 10_000]) {
    try {
      const fixtures = await fixturesOf(ctx, String(count), stageRequests(count));
      contestants.unshift(replaying(ctx, fixtures, `replay, ${count}`));
    } catch (error) {
      notes.push(`not runnable: replay, ${count}: ${reasonOf(error)}`);
    }
  }
  const rounds = ctx.rounds * 3 + 1; // starts are short, and the first one reads files from the disk
  const measured = await compare({ ...ctx, rounds }, contestants.map(timed), async (server) => {
    await goodAnswer(server.url, path);
    return { start: performance.now() - begun, idle: server.rss() };
  });
  const to = (/** @type {string} */ one, /** @type {string} */ other) => ratio(measured, 'start', one, other);
  return {
    table: {
      columns: [
        { name: 'server', of: (one) => one.name },
        { name: 'ms', of: (one) => one.of('start'), digits: 0 },
        {
          name: 'ratio to bare Hono',
          of: (one, ratioTo) => ratioTo('start', one.name, hono.name),
          digits: 2,
        },
        { name: 'RSS idle MB', of: (one) => one.of('idle'), digits: 0 },
      ],
      measured,
    },
    checks: [
      { what: 'replay of 10, times bare Hono', found: to('replay, 10', hono.name), is: '<=', goal: 2 },
      { what: 'replay of 10,000, times bare Hono', found: to('replay, 10000', hono.name), is: '<=', goal: 2 },
      {
        what: 'replay of 10,000, times that of 10',
        found: to('replay, 10000', 'replay, 10'),
        is: '<=',
        goal: 1.2,
      },
      { what: 'serve, times bare Hono', found: to('restage serve', hono.name), is: '<=', goal: 2 },
    ],
    notes,
  };
}

let begun = 0;

/**
 * @param {Contestant} contestant
 * @returns {Contestant}
 */
function timed(contestant) {
  const start = () => {
    begun = performance.now();
    return contestant.start();
  };
  return { ...contestant, start };
}
