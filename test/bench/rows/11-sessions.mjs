import { setTimeout as wait } from 'node:timers/promises';
import { replaying } from '../contestants/restage.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { stagePath } from '../work/documents.mjs';
import { fixturesOf, stageRequests } from '../work/fixtures.mjs';

export const name = '1,000 sessions';
export const goal = '<= 64 KB each when idle; replay through a session prefix >= 0.95 of that without';

const count = 1000;
const plain = 'no prefix';
const prefixed = 'session prefix';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const fixtures = await fixturesOf(ctx, '10', stageRequests(10));
  const contestants = [replaying(ctx, fixtures, plain), replaying(ctx, fixtures, prefixed)];
  const measured = await compare(ctx, contestants, async (server, { name: of }) => {
    const each = of === prefixed ? await sizeOfSessions(server) : NaN;
    const path = `${of === prefixed ? '/~bench-500' : ''}${stagePath(3)}`;
    return { ...(await throughput(ctx, server, [{ path }])), each };
  });
  const table = throughputTable(measured, plain);
  return {
    table: {
      ...table,
      columns: [...table.columns, { name: 'KB a session', of: (one) => one.of('each'), digits: 1 }],
    },
    checks: [
      { what: 'KB a session', found: measured[1]?.of('each') ?? NaN, is: '<=', goal: 64 },
      { what: 'of no prefix', found: ratio(measured, 'rps', prefixed, plain), is: '>=', goal: 0.95 },
    ],
  };
}

/** @param {import('../harness/spawn-server.mjs').Server} server */
async function sizeOfSessions(server) {
  await create(server.url, 'warm-up');
  await wait(200);
  const before = server.rss();
  for (let n = 0; n < count; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, more) => create(server.url, `bench-${n + more}`)));
  }
  await wait(200);
  return ((server.rss() - before) * 1024) / count;
}

/**
 * @param {string} url
 * @param {string} session
 */
async function create(url, session) {
  const response = await fetch(`${url}/__restage/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: session }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new NotRunnable(`POST sessions is answered ${response.status}: ${text}`);
}
