import { expect, test } from 'vitest';
import { nearest, nearestFirst, oneOf } from '../../src/scenario/nearest.js';

test('swapped neighbours are one edit', () => {
  expect(nearest('lief', ['like-this', 'life'])).toBe('life');
});

test('case makes no difference', () => {
  expect(nearest('DEFAULT', ['default'])).toBe('default');
});

test('nothing is nearest when nothing is close', () => {
  expect(nearest('zebra', ['life', 'stages'])).toBeUndefined();
});

test('the nearest comes first and equally near ones keep their order', () => {
  expect(nearestFirst('stage', ['y', 'stages', 'x'])).toEqual(['stages', 'y', 'x']);
});

test('what is meant is named before what else there is', () => {
  expect(oneOf(['id', 'life', 'stage'], 'lief')).toBe('life, or one of id, stage');
  expect(oneOf(['id', 'life'], 'zebra')).toBe('one of id, life');
  expect(oneOf(['life'], 'lief')).toBe('life');
});

test('of many names eight are shown', () => {
  const known = Array.from({ length: 30 }, (_, at) => `name-number-${at}`);
  expect(oneOf(known, 'zzz')).toMatch(/^one of (name-number-\d+, ){7}name-number-\d+ and 22 more$/);
});

test('endless names are compared in no time', () => {
  const started = performance.now();
  nearest('x'.repeat(5_000_000), ['y'.repeat(5_000_000)]);
  expect(performance.now() - started).toBeLessThan(500);
});
