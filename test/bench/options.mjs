import { join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `usage: npm run bench -- [options]
  --quick         one short round of less work without peers, under 90 seconds
  --rows 1,4,13   only these rows
  --rounds N      interleaved rounds (3)
  --seconds N     of load in each sample (5)
  --no-peers      only restage and the limits
  --restage FILE  the command to measure (dist/cli/main.js)
  --out DIR       where bench.md and bench.json go (test/bench/results)
  --gate          exit 1 when a goal is missed by more than 10 %
`;

/**
 * What the bench was asked for.
 * @param {string[]} args
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
      restage: { type: 'string' },
      out: { type: 'string' },
      gate: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  return {
    quick,
    help: values.help ? usage : undefined,
    rows: values.rows?.split(',').map(Number),
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    seconds: Number(values.seconds ?? (quick ? 1 : 5)),
    warmup: quick ? 1 : 2,
    peers: !quick && !values['no-peers'],
    restage: values.restage ?? join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js'),
    out: values.out ?? join(import.meta.dirname, 'results'),
    gate: values.gate,
  };
}
