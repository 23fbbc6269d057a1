import { expect, test } from 'vitest';
import { keptPage } from '../../../src/emulator/platform/kept-pages.js';
import type { Resource } from '../../../src/emulator/world.js';

const list = (): readonly Resource[] => [];
const mebibytes = (count: number) => (): string => 'x'.repeat(count * 1024 * 1024);
const unasked = (): string => {
  throw new Error('it was written before');
};

test('a page is written once, and one of another list or another request is its own', () => {
  const [some, others] = [list(), list()];
  keptPage(some, 'page 1', () => 'a');

  const [again, next, other] = [
    keptPage(some, 'page 1', unasked),
    keptPage(some, 'page 2', () => 'b'),
    keptPage(others, 'page 1', () => 'c'),
  ].map((page) => new TextDecoder().decode(page));

  expect([again, next, other]).toEqual(['a', 'b', 'c']);
});

test('when there is too much of it, all that was kept goes', () => {
  const some = list();
  keptPage(some, 'small', () => 'a');
  keptPage(some, 'large', mebibytes(20));

  keptPage(list(), 'larger', mebibytes(20));

  expect(() => keptPage(some, 'small', unasked)).toThrow('it was written before');
});

test('what was asked counts too, so that long requests for small pages do not fill the memory', () => {
  const some = list();
  keptPage(list(), 'all that is left of the others goes', mebibytes(31));
  keptPage(some, 'small', () => 'a');

  keptPage(some, 'x'.repeat(2 * 1024 * 1024), () => 'b');

  expect(() => keptPage(some, 'small', unasked)).toThrow('it was written before');
});
