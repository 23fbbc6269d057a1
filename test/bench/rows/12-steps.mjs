import { serving } from '../contestants/restage.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { throughput, throughputTable } from '../harness/throughput.mjs';
import { stagePath } from '../work/documents.mjs';
import { plainStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'Serve: a step, a limit and a seeded chance on the path';
export const goal = '>= 0.90 of the same without';

const on = 'platform.task-stages.show';
const respond = { status: 503, body: {} };
const extras = {
  limits: { platform: { rate: 100_000_000, per: '1s', by: 'token' } },
  steps: [
    { on, where: { query: { absent: 'x' } }, respond },
    { on, nth: [100_000_000], respond },
    { on, chance: 0.000_000_001, respond },
  ],
};

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const plain = serving(ctx, writeScenario(ctx.dir, 'plain', plainStory), { name: 'without' });
  const dressed = serving(ctx, writeScenario(ctx.dir, 'dressed', { ...plainStory, ...extras }), {
    name: 'with',
  });
  const measured = await compare(ctx, [plain, dressed], (server) =>
    throughput(ctx, server, [{ path: stagePath(1) }]),
  );
  return {
    table: throughputTable(measured, plain.name),
    checks: [
      {
        what: 'of the same without',
        found: ratio(measured, 'rps', dressed.name, plain.name),
        is: '>=',
        goal: 0.9,
      },
    ],
  };
}
