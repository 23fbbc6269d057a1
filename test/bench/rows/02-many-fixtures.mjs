import { bareNode } from '../contestants/limits.mjs';
import { peers } from '../contestants/peers.mjs';
import { replaying } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { firstAnswer } from '../harness/first-answer.mjs';
import { oneByOne } from '../harness/one-by-one.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { stageDocument, stagePath } from '../work/documents.mjs';
import { fixturesOf, stageRequests } from '../work/fixtures.mjs';

export const name = 'Replay from 10,000 fixtures at random';
export const goal = '>= 0.90 of the same over 10 fixtures';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const few = stageRequests(10);
  const many = stageRequests(10_000);
  const ten = replaying(ctx, await fixturesOf(ctx, '10', few), '10 fixtures');
  const tenThousand = replaying(ctx, await fixturesOf(ctx, '10000', many), '10,000 fixtures');
  const sample = await firstAnswer(ten, (url) => goodAnswer(url, stagePath(0)));
  const documents = Object.fromEntries(many.map(({ path }, n) => [path, stageDocument(n)]));
  const answers = Object.fromEntries(
    Object.entries(documents).map(([path, body]) => [path, { ...sample, body }]),
  );
  const beside = ctx.quick ? [] : [bareNode(ctx, answers), ...peers(ctx, documents)];
  const contestants = [ten, tenThousand, ...beside];
  const measured = await compare(ctx, contestants, async (server, { name: of, role }) => {
    const requests = of === ten.name ? few : many;
    // each once, so that what is read from files with the first look is not measured with the second
    const times = role === 'peer' ? 1 : requests.length;
    const { p50: first } = await oneByOne(server.url, requests, { times });
    return { ...(await throughput(ctx, server, requests)), first };
  });
  const found = ratio(measured, 'rps', tenThousand.name, ten.name);
  const table = throughputTable(measured, ten.name);
  return {
    table: {
      ...table,
      columns: [...table.columns, { name: 'first look ms', of: (one) => one.of('first'), digits: 2 }],
    },
    checks: [{ what: 'of 10 fixtures', found, is: '>=', goal: 0.9 }],
  };
}
