import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/scenario/duration.js';

test.each([
  ['250ms', 250],
  ['2s', 2000],
  ['1.5s', 1500],
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['2d', 172_800_000],
  ['0s', 0],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', '5', '-1s', '2 s', 's', '2sec', '1.s', '.5s', '1e3s', '2S', '1h30m', '999999999999999d'])(
  '"%s" is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test.each([
  [90_000, '90s'],
  [600_000, '10m'],
  [1500, '1.5s'],
  [250, '250ms'],
  [0, '0ms'],
])('%i ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('whatever is written is read the same', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (ms) => parseDuration(formatDuration(ms)) === ms));
});
