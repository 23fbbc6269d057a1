import { expect, test } from 'vitest';
import { Ledger } from '../../src/session/ledger.js';
import { RateWindows } from '../../src/session/rate-windows.js';

const limit = { rate: 1, per: 1000, by: 'token' } as const;

function windowsIn(ledger = new Ledger()) {
  const section = ledger.section('limits', 'lazy');
  return { section, windows: new RateWindows(section) };
}

test('everybody has a window of their own in each API', () => {
  const { windows } = windowsIn();

  const allowed = (['platform', 'registry'] as const).flatMap((api) =>
    ['a', 'b', 'a'].map((who) => windows.count(api, `${api} ${who}`, limit, 0).allowed),
  );

  expect(allowed).toEqual([true, true, false, true, true, false]);
});

test('windows that are over do not pile up, however many clients there are', () => {
  const { section, windows } = windowsIn();

  for (let n = 0; n < 20_000; n++) windows.count('platform', `platform client-${n}`, limit, n);

  expect(section.size).toBeLessThanOrEqual(2001);
});

test('a crowd at one API does not end the windows of the other', () => {
  const { windows } = windowsIn();
  windows.count('registry', 'registry a', { ...limit, per: 60_000 }, 0);

  for (let n = 0; n < 5000; n++) windows.count('platform', `platform client-${n}`, limit, n);

  expect(windows.count('registry', 'registry a', { ...limit, per: 60_000 }, 5000).allowed).toBe(false);
});

test('a crowd whose windows are all open costs no more for each of them', () => {
  const { section, windows } = windowsIn();
  let looks = 0;
  const counted = new RateWindows({
    ...section,
    get size() {
      return section.size;
    },
    entries: () => (looks++, section.entries()),
  });

  for (let n = 0; n < 20_000; n++)
    counted.count('platform', `platform client-${n}`, { ...limit, per: 1e9 }, 0);

  expect(section.size).toBe(20_000);
  expect(looks).toBeLessThan(10);
  expect(windows.count('platform', 'platform client-0', { ...limit, per: 1e9 }, 0).allowed).toBe(false);
});
