import { serving } from '../contestants/restage.mjs';
import { goodAnswer } from '../harness/capture.mjs';
import { compare } from '../harness/compare.mjs';
import { oneByOne } from '../harness/one-by-one.mjs';
import { outcomesPath, outcomesStory, writeScenario } from '../work/scenarios.mjs';

export const name = 'Serve: a filter over 10,000 outcomes, one connection';
export const goal = 'p50 <= 2 ms';

const filters = [
  '&filter%5B0%5D%5Bstatus%5D=failed&filter%5B0%5D%5BenforcementLevel%5D=mandatory',
  '&filter%5B0%5D%5Bstatus%5D=errored',
  '&filter%5B0%5D%5Bstatus%5D=passed&filter%5B1%5D%5Bstatus%5D=failed&filter%5B1%5D%5BenforcementLevel%5D=advisory',
];

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const ours = serving(ctx, writeScenario(ctx.dir, 'outcomes', outcomesStory(ctx.quick ? 1000 : 10_000)));
  const pages = Array.from({ length: 99 }, (_, n) => ({
    path: outcomesPath((n % 20) + 1, 20, filters[n % filters.length]),
  }));
  const measured = await compare(ctx, [ours], async (server) => {
    await goodAnswer(server.url, pages[0]?.path ?? '');
    await oneByOne(server.url, pages, { seconds: 0.5 });
    return oneByOne(server.url, pages, { seconds: ctx.seconds });
  });
  return {
    table: {
      columns: [
        { name: 'server', of: (one) => one.name },
        { name: 'p50 ms', of: (one) => one.of('p50'), digits: 3 },
        { name: 'p99 ms', of: (one) => one.of('p99'), digits: 3 },
        { name: 'bad', of: (one) => one.of('bad'), digits: 0 },
      ],
      measured,
    },
    checks: [{ what: 'p50 ms', found: measured[0]?.of('p50') ?? NaN, is: '<=', goal: 2 }],
  };
}
