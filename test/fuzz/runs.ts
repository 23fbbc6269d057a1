import type fc from 'fast-check';

/** How many times more than usual each property is tried, and from which seed; `npm run fuzz` sets both. */
const times = Number(process.env['RESTAGE_FUZZ_TIMES'] ?? 1);
const seed = Number(process.env['RESTAGE_FUZZ_SEED'] ?? 20_260_302);

/** Options of a property: so many runs in `npm test`, more in `npm run fuzz`. Every failure names its seed. */
export function runs<Value = unknown>(usual: number): fc.Parameters<Value> {
  return { numRuns: usual * times, seed, endOnFailure: times > 1 };
}

/** Milliseconds that a test with properties may take. */
export const patience = 60_000 * times;
