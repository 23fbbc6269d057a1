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

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: true;
  readonly hasInstallScript?: true;
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');
const running = locked.filter(([, { dev }]) => dev !== true);

test('every package is pinned by its digest and comes from no other place than the registry', () => {
  const loose = locked.filter(
    ([, { integrity, resolved = 'https://registry.npmjs.org/' }]) =>
      !/^sha512-/.test(integrity ?? '') || !resolved.startsWith('https://registry.npmjs.org/'),
  );

  expect(loose).toEqual([]);
});

test('no package that runs with it does anything when it is installed, nor does it itself', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  expect(running.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
});

test('the packages that run with it, those they bring along included, stay few', () => {
  expect(running.length).toBeGreaterThan(named.length);
  expect(running.length).toBeLessThanOrEqual(50);
});
