import { replaying } from '../contestants/restage.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { jsonApi, stagePath } from '../work/documents.mjs';
import { fixturesOf } from '../work/fixtures.mjs';

export const name = 'Replay of 100 variants of one path';
export const goal = '>= 0.50 of one variant, differing in query or in body';

/** @typedef {import('../harness/raw-request.mjs').Request} Request */

const byQuery = variants((n) => ({ path: `${stagePath(1)}?include=task_results&page%5Bnumber%5D=${n}` }));
const byBody = variants((n) => ({
  method: 'POST',
  path: `${stagePath(1)}/actions/override`,
  headers: { 'content-type': jsonApi },
  body: JSON.stringify({ comment: `the reason why this is fine, number ${n}` }),
}));

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  /** @type {Record<string, Request[]>} */
  const sets = {
    'one query': byQuery.slice(0, 1),
    '100 queries': byQuery,
    'one body': byBody.slice(0, 1),
    '100 bodies': byBody,
  };
  const contestants = [];
  for (const [what, requests] of Object.entries(sets)) {
    contestants.push(replaying(ctx, await fixturesOf(ctx, what.replace(' ', '-'), requests), what));
  }
  const measured = await compare(ctx, contestants, (server, { name: of }) =>
    throughput(ctx, server, sets[of] ?? []),
  );
  const of = (/** @type {string} */ many, /** @type {string} */ one) => ratio(measured, 'rps', many, one);
  return {
    table: throughputTable(measured, 'one query'),
    checks: [
      { what: '100 queries of one', found: of('100 queries', 'one query'), is: '>=', goal: 0.5 },
      { what: '100 bodies of one', found: of('100 bodies', 'one body'), is: '>=', goal: 0.5 },
    ],
  };
}

/**
 * @param {(n: number) => Request} make
 * @returns {Request[]}
 */
function variants(make) {
  return Array.from({ length: 100 }, (_, n) => make(n + 1));
}
