import { bareHono, bareNode } from '../contestants/limits.mjs';
import { peers } from '../contestants/peers.mjs';
import { replaying } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { firstAnswer } from '../harness/first-answer.mjs';
import { stageDocument, stagePath } from '../work/documents.mjs';
import { fixturesOf, stageRequests } from '../work/fixtures.mjs';

export const name = 'Replay of a 2 KB document';
export const goal = '>= 0.80 of a bare node:http server that sends the same headers and bytes, then 0.85';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const ours = replaying(ctx, await fixturesOf(ctx, '10', stageRequests(10)));
  const path = stagePath(3);
  const answers = { [path]: await firstAnswer(ours, (url) => goodAnswer(url, path)) };
  const contestants = [
    ours,
    bareNode(ctx, answers),
    ...(ctx.quick ? [] : [bareHono(ctx, answers)]),
    ...peers(ctx, { [path]: stageDocument(3) }),
  ];
  const measured = await compare(ctx, contestants, (server) => throughput(ctx, server, [{ path }]));
  const found = ratio(measured, 'rps', 'restage replay', 'bare node:http');
  return {
    table: throughputTable(measured, 'bare node:http'),
    checks: [{ what: 'of bare node:http', found, is: '>=', goal: 0.8 }],
  };
}
