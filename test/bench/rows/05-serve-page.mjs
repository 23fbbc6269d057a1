import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barePages } from '../contestants/limits.mjs';
import { serving } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { outcomesPath, outcomesStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'Serve: a page of 20 out of 10,000 outcomes';
export const goal = '>= 3 times a bare server that slices and serialises each time';

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const count = ctx.quick ? 1000 : 10_000;
  const ours = serving(ctx, writeScenario(ctx.dir, 'outcomes', outcomesStory(count)));
  const file = join(ctx.dir, 'outcomes.json');
  const bare = barePages(file);
  const pages = Array.from({ length: count / 20 }, (_, at) => ({ path: outcomesPath(at + 1, 20) }));
  const measured = await compare(ctx, [ours, bare], async (server, { role }) => {
    // what the bare server is started with later in the round
    if (role === 'ours' && !existsSync(file))
      writeFileSync(file, JSON.stringify(await allOutcomes(server.url, count)));
    return throughput(ctx, server, pages);
  });
  const found = ratio(measured, 'rps', ours.name, bare.name);
  return {
    table: throughputTable(measured, bare.name),
    checks: [{ what: 'times the bare server', found, is: '>=', goal: 3 }],
    notes: [`a page is about ${Math.round((statSync(file).size / count) * 20)} bytes long`],
  };
}

/**
 * @param {string} url
 * @param {number} count
 */
async function allOutcomes(url, count) {
  const resources = [];
  for (let page = 1; page <= count / 100; page++) {
    const { body } = await goodAnswer(url, outcomesPath(page, 100));
    resources.push(...JSON.parse(body).data);
  }
  return resources;
}
