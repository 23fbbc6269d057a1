// Tries the properties of test/fuzz many more times than `npm test` does, from a seed that is printed.
// node test/fuzz/main.mjs [--times N] [--seed N]
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`fuzzing with --seed ${seed} --times ${values.times}`);
const { status } = spawnSync('npx', ['vitest', 'run', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, RESTAGE_FUZZ_SEED: seed, RESTAGE_FUZZ_TIMES: values.times },
});
process.exit(status ?? 1);
