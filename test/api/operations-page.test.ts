import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.js';

const textOf = (file: string): string => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

test('docs/operations.md lists every operation with its ground, and no other', () => {
  const rows = textOf('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));

  expect(rows).toEqual(
    operations.map(
      ({ name, method, path, basis, source }) =>
        `| \`${name}\` | \`${method} ${path}\` | ${basis}: ${source} |`,
    ),
  );
});

test('the README counts the operations of each ground', () => {
  const counted = (basis: string): number => operations.filter((one) => one.basis === basis).length;
  const text = textOf('README.md').replaceAll('\n', ' ');

  expect(text).toContain(`Of the ${operations.length} operations of the two APIs`);
  expect(text).toContain(`${counted('documented')} are **documented**`);
  expect(text).toContain(`${counted('extra')} are **extra**`);
  expect(counted('documented') + counted('extra')).toBe(operations.length);
});
