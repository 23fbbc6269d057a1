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
 * What the bench was asked for; `wrong` says what it cannot do.
 * @param {string[]} args
 * @param {readonly number[]} known the numbers of the rows
 */
export function readOptions(args, known) {
  try {
    const options = optionsIn(args);
    const unknown = options.rows?.find((row) => !known.includes(row));
    if (unknown === undefined) return options;
    return { ...options, wrong: `--rows: there is no row ${unknown}, only ${known.join(', ')}\n${usage}` };
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    return { ...optionsIn([]), wrong: `${wrong}\n${usage}` };
  }
}

/**
 * @param {string[]} args
 * @throws for an option that there is not
 */
function optionsIn(args) {
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
    wrong: /** @type {string | undefined} */ (undefined),
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
