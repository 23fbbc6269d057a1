import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const named = Object.keys(dependencies).sort();

test('every package that runs with it is used by the sources, and no other', () => {
  const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '');
  const asked = code.matchAll(
    /(?:\bfrom|\bimport\(|\bresolve\()\s*'((?:@[a-z0-9-]+\/)?[a-z0-9-]+)(?:\/[^']*)?'/g,
  );
  const used = [...new Set([...asked].map(([, name = '']) => name))];

  expect(used.filter((name) => name !== 'vitest').sort()).toEqual(named);
});

test('docs/architecture.md gives the reason for every package that runs with it', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, table = ''] = page.split('## What it runs on');
  const rows = [...table.matchAll(/^\| (`.*`) \| .+ \|$/gm)].map(([, names = '']) => names);
  const given = rows.flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

  expect(given.sort()).toEqual(named);
});
