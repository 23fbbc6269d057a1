import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob, parseGlob } from '../../src/scenario/glob.js';

const matches = (glob: string, text: string): boolean => matchesGlob(parseGlob(glob), text);

test.each([
  ['network', 'network', true],
  ['network', 'networks', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['net*', 'network', true],
  ['*work', 'network', true],
  ['n*w*k', 'network', true],
  ['ab*ba', 'aba', false],
  ['a*b*c', 'acb', false],
  ['a*bc*c', 'abc', false],
  ['a\\*b', 'a*b', true],
  ['a\\*b', 'axb', false],
  ['a.c', 'abc', false],
])('%s against %s: %s', (glob, text, expected) => {
  expect(matches(glob, text)).toBe(expected);
});

test('a glob takes what its pieces are put together from', () => {
  const piece = fc.stringMatching(/^[a-c]{0,3}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, piece), { minLength: 1, maxLength: 6 }), (pairs) => {
      const glob = pairs.map(([literal]) => literal).join('*');
      const text = pairs.map(([literal, between]) => literal + between).join('');
      const last = pairs.at(-1)![1];
      return matches(glob, text.slice(0, text.length - last.length));
    }),
  );
});

test('many stars cost no more than few', () => {
  const started = performance.now();
  expect(matches('a*'.repeat(500) + 'b', 'a'.repeat(100_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
