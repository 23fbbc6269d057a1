import { expect, test } from 'vitest';
import { parseDuration } from '../../src/scenario/duration.js';

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
