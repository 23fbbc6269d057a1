import { expect, test } from 'vitest';
import { parseRate, parseSize } from '../../src/scenario/size.js';

test.each([
  ['200', 200],
  ['200B', 200],
  ['1KB', 1000],
  ['1.5MB', 1_500_000],
])('the size %s is %i bytes', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each(['', 'KB', '1 KB', '1kb', '-1', '1GB', '1KB/s'])('"%s" is no size', (text) => {
  expect(parseSize(text)).toBeUndefined();
});

test('a rate is a size a second', () => {
  expect(parseRate('1KB/s')).toBe(1000);
});

test.each(['1KB', '0B/s', '1KB/m', '/s'])('"%s" is no rate', (text) => {
  expect(parseRate(text)).toBeUndefined();
});
