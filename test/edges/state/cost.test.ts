import { expect, onTestFinished, test } from 'vitest';
import { openStateFiles } from '../../../src/edges/state-files.js';
import type { Json } from '../../../src/exchange/json.js';
import type { SessionStore } from '../../../src/session/store.js';
import { temporaryDirectory } from '../temporary-directory.js';

const resource = (n: number): Json => ({ n, status: 'pending', text: 'x'.repeat(900) });
const key = (n: number): string => `ts-${n}`;

test('a change costs as much with 100,000 resources as with ten', async () => {
  const store = await openStateFiles(temporaryDirectory());
  onTestFinished(() => store.close());
  await store.save('small', { about: {}, ledger: { world: resources(10) } });
  await store.save('large', { about: {}, ledger: { world: resources(100_000) } });
  const times: Record<string, number[]> = { small: [], large: [] };
  for (let round = 0; round < 10; round++) {
    for (const name of ['small', 'large']) times[name]?.push(...(await timesOf(store, name, 50)));
  }
  const [small, large] = [median(times['small'] ?? []), median(times['large'] ?? [])];
  if (process.env['RESTAGE_FIGURES'])
    console.log(`p50 of a change: ${small} ms with 10, ${large} ms with 100,000`);
  expect(large / small).toBeLessThan(2);
});

function resources(count: number): Record<string, Json> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [key(n), resource(n)]));
}

async function timesOf(store: SessionStore, name: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await store.append(name, [['world', key(n % 10), resource(n)]]);
    times.push(performance.now() - began);
  }
  return times;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;
}
