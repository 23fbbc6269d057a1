import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { barePipe } from '../contestants/limits.mjs';
import { recordingPeers } from '../contestants/peers.mjs';
import { recording, upstream } from '../contestants/restage.mjs';
import { answerOf } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { hammer } from '../harness/load.mjs';
import { oneByOne } from '../harness/one-by-one.mjs';
import { stageRequests } from '../work/fixtures.mjs';
import { serialsIn } from '../work/kept.mjs';

export const name = 'Record: through to a 2 KB upstream, every exchange kept';
export const goal =
  '>= 0.75 of a bare proxy pipe; at most 0.25 ms more than without a proxy (p50, one connection)';

/** @typedef {import('../harness/compare.mjs').Contestant} Contestant */
/** @typedef {import('../harness/compare.mjs').Measured} Measured */

const requests = stageRequests(1000);
const connections = 64;

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const source = await upstream();
  try {
    const ours = keepingCount(ctx, source.url);
    const pipe = barePipe(source.url);
    /** @type {Contestant} */
    const direct = {
      name: 'no proxy',
      role: 'limit',
      start: async () => ({ ...source, stop: async () => {} }),
    };
    const measured = await compare(
      ctx,
      [ours.contestant, pipe, direct, ...recordingPeers(ctx, source.url)],
      async (server) => {
        const idle = server.rss();
        await hammer(server.url, requests, { seconds: ctx.warmup, connections });
        const { rps, p50, p99, bad } = await hammer(server.url, requests, {
          seconds: ctx.seconds,
          connections,
        });
        const alone = await oneByOne(server.url, requests, { seconds: Math.max(1, ctx.seconds / 2) });
        return { rps, p50, p99, bad: bad + alone.bad, alone: alone.p50, idle, loaded: server.rss() };
      },
    );
    const added = (/** @type {Measured} */ one) =>
      one.of('alone') - (measured.find(({ name: of }) => of === direct.name)?.of('alone') ?? NaN);
    return {
      table: {
        columns: [
          { name: 'proxy', of: (one) => one.name },
          { name: 'req/s', of: (one) => one.of('rps'), digits: 0 },
          { name: 'ratio to the pipe', of: (one, to) => to('rps', one.name, pipe.name), digits: 3 },
          { name: 'p50 ms', of: (one) => one.of('p50'), digits: 2 },
          { name: 'p99 ms', of: (one) => one.of('p99'), digits: 2 },
          { name: 'added p50 ms, one connection', of: added, digits: 3 },
          { name: 'RSS idle MB', of: (one) => one.of('idle'), digits: 0 },
          { name: 'RSS loaded MB', of: (one) => one.of('loaded'), digits: 0 },
          { name: 'bad', of: (one) => one.of('bad'), digits: 0 },
        ],
        measured,
      },
      checks: [
        {
          what: 'of the pipe',
          found: ratio(measured, 'rps', 'restage record', pipe.name),
          is: '>=',
          goal: 0.75,
        },
        { what: 'ms added', found: measured[0] ? added(measured[0]) : NaN, is: '<=', goal: 0.25 },
        { what: 'answers that are bad', found: measured[0]?.of('bad') ?? NaN, is: '<=', goal: 0 },
        // each of the two loads ends with its requests under way, which nobody was answered
        { what: 'exchanges not kept', found: ours.missing(), is: '<=', goal: 2 * connections * ctx.rounds },
      ],
      notes: [`kept ${ours.kept()} exchanges`],
    };
  } finally {
    await source.stop();
  }
}

/**
 * restage in record mode, with new fixtures at each start, and a count of what it kept.
 * @param {{ dir: string, restage: string }} ctx
 * @param {string} upstreamUrl
 */
function keepingCount(ctx, upstreamUrl) {
  let kept = 0;
  let served = 0;
  const count = async () => Number((await answerOf(upstreamUrl, '/served')).body);
  /** @type {Contestant} */
  const contestant = {
    name: 'restage record',
    role: 'ours',
    async start() {
      const fixtures = mkdtempSync(join(ctx.dir, 'recorded-'));
      const before = await count();
      const server = await recording(ctx, fixtures, upstreamUrl).start();
      const stop = async () => {
        await server.stop();
        served += (await count()) - before;
        kept += serialsIn(fixtures);
      };
      return { ...server, stop };
    },
  };
  return { contestant, kept: () => kept, missing: () => served - kept };
}
