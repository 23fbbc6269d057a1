import { bareHono, bareNode } from '../contestants/limits.mjs';
import { serving } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { firstAnswer } from '../harness/first-answer.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { stagePath } from '../work/documents.mjs';
import { plainStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'Serve: show of a task stage';
export const goal = '>= 0.70 of a bare node:http server that sends the same headers and bytes';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const ours = serving(ctx, writeScenario(ctx.dir, 'plain', plainStory));
  const path = stagePath(1);
  const answers = { [path]: await firstAnswer(ours, (url) => goodAnswer(url, path)) };
  const contestants = [ours, bareNode(ctx, answers), ...(ctx.quick ? [] : [bareHono(ctx, answers)])];
  const measured = await compare(ctx, contestants, (server) => throughput(ctx, server, [{ path }]));
  const found = ratio(measured, 'rps', 'restage serve', 'bare node:http');
  return {
    table: throughputTable(measured, 'bare node:http'),
    checks: [{ what: 'of bare node:http', found, is: '>=', goal: 0.7 }],
    notes: [`the answer is ${Buffer.byteLength(answers[path]?.body ?? '')} bytes long`],
  };
}
