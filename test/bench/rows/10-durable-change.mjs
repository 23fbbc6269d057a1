import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainLowdb } from '../contestants/limits.mjs';
import { serving } from '../contestants/restage.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { hammer } from '../harness/load.mjs';
import { oneByOne } from '../harness/one-by-one.mjs';
import { idOf, jsonApi } from '../work/documents.mjs';
import { tokensStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'A durable change (PATCH of an OAuth token)';
export const goal =
  'p50 <= 0.3 ms, at 10 and at 100,000 resources, within 1.3 times of each other; 64 at once share writes';

const few = 10;

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const many = ctx.quick ? 10_000 : 100_000;
  const contestants = [few, many].flatMap((count) => {
    const scenario = writeScenario(ctx.dir, `tokens-${count}`, tokensStory(count));
    const state = mkdtempSync(join(ctx.dir, 'state-'));
    const ours = serving(ctx, scenario, { name: `restage, ${count}`, state });
    return ctx.quick ? [ours] : [ours, plainLowdb(ctx, count)];
  });
  const changes = Array.from({ length: few }, (_, n) => patch(idOf('ot', n)));
  const measured = await compare(ctx, contestants, async (server) => {
    await oneByOne(server.url, changes, { seconds: 0.5 });
    const alone = await oneByOne(server.url, changes, { seconds: ctx.seconds });
    const before = writesOf(server.pid);
    const { rps, requests, bad } = await hammer(server.url, changes, { seconds: ctx.seconds });
    return { ...alone, rps, bad: alone.bad + bad, writes: (writesOf(server.pid) - before) / requests };
  });
  const ours = (/** @type {number} */ count) => measured.find((one) => one.name === `restage, ${count}`);
  return {
    table: {
      columns: [
        { name: 'server, resources', of: (one) => one.name },
        { name: 'p50 ms', of: (one) => one.of('p50'), digits: 3 },
        { name: 'p99 ms', of: (one) => one.of('p99'), digits: 3 },
        { name: 'changes/s, 64 at once', of: (one) => one.of('rps'), digits: 0 },
        { name: 'system writes a change', of: (one) => one.of('writes'), digits: 2 },
        { name: 'bad', of: (one) => one.of('bad'), digits: 0 },
      ],
      measured,
    },
    checks: [
      { what: `p50 ms at ${few}`, found: ours(few)?.of('p50') ?? NaN, is: '<=', goal: 0.3 },
      { what: `p50 ms at ${many}`, found: ours(many)?.of('p50') ?? NaN, is: '<=', goal: 0.3 },
      {
        what: `p50 at ${many}, times that at ${few}`,
        found: ratio(measured, 'p50', `restage, ${many}`, `restage, ${few}`),
        is: '<=',
        goal: 1.3,
      },
      // one write is the answer; a write of its own for each change would make two
      {
        what: 'system writes a change, 64 at once',
        found: ours(few)?.of('writes') ?? NaN,
        is: '<=',
        goal: 1.5,
      },
    ],
  };
}

const sshKey = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

/**
 * @param {string} id
 * @returns {import('../harness/raw-request.mjs').Request}
 */
function patch(id) {
  return {
    method: 'PATCH',
    path: `/api/v2/oauth-tokens/${id}`,
    headers: { 'content-type': jsonApi },
    body: JSON.stringify({ data: { id, type: 'oauth-tokens', attributes: { 'ssh-key': sshKey } } }),
  };
}

/**
 * How often a process has written to anything so far; NaN where the system does not tell.
 * @param {number} pid
 */
function writesOf(pid) {
  try {
    return Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}
