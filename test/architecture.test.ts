import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** Who may know whom; the same table stands in docs/architecture.md. */
const mayKnow: Record<string, readonly string[]> = {
  exchange: [],
  api: ['exchange'],
  fixtures: ['exchange', 'api'],
  scenario: ['exchange', 'api'],
  emulator: ['exchange', 'api'],
  session: ['exchange', 'api', 'fixtures', 'scenario', 'emulator'],
  modes: ['exchange', 'api', 'fixtures', 'scenario', 'emulator', 'session'],
  edges: ['exchange', 'api', 'fixtures', 'scenario', 'emulator', 'session'],
  server: ['exchange', 'api', 'fixtures', 'scenario', 'emulator', 'session', 'modes'],
  start: ['exchange', 'api', 'fixtures', 'scenario', 'emulator', 'session', 'modes', 'edges', 'server'],
  cli: ['start', 'exchange', 'api', 'scenario', 'fixtures', 'session', 'edges', 'server', 'testing'],
  testing: ['start', 'index', 'exchange', 'api', 'scenario', 'session', 'server'],
  index: ['start', 'testing', 'exchange', 'api', 'scenario', 'session', 'server'],
};

const pure = ['exchange', 'api', 'fixtures', 'scenario', 'emulator', 'session'];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typesOnly: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

function codeOf(file: string): string {
  return readFileSync(join(src, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

function importsOf(file: string): Import[] {
  const found = codeOf(file).matchAll(
    /(import|export)(\s+type)?\b[^'";]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|^import\s*'([^']+)'/gm,
  );
  return [...found].map((match) => ({
    from: file,
    to: match[3] ?? match[4] ?? match[5] ?? '',
    typesOnly: match[2] !== undefined,
  }));
}

function roomOf(file: string): string {
  const [first = ''] = file.split('/');
  return first.replace(/\.ts$/, '');
}

function targetOf({ from, to }: Import): string {
  return relative(src, resolve(src, dirname(from), to)).replace(/\.js$/, '.ts');
}

const imports = files.flatMap(importsOf);
const own = imports.filter(({ to }) => to.startsWith('.'));

test('every room knows only the rooms that the table allows', () => {
  const broken = own
    .map((one) => ({ from: one.from, to: targetOf(one) }))
    .filter(({ to }) => !to.startsWith('..'))
    .filter(({ from, to }) => roomOf(from) !== roomOf(to) && !mayKnow[roomOf(from)]?.includes(roomOf(to)));

  expect(broken).toEqual([]);
});

test('every file lies in a room of the table', () => {
  expect(files.filter((file) => !(roomOf(file) in mayKnow))).toEqual([]);
});

test('no file takes part in a cycle of imports', () => {
  const edges = new Map(
    files.map((file) => [file, own.filter((one) => one.from === file && !one.typesOnly).map(targetOf)]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);

  expect(cycles).toEqual([]);
});

test('pure rooms reach nothing of the world', () => {
  const worldly =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\basync\b|\bawait\b|\bBuffer\.|\bsetTimeout\b|\bperformance\./;
  const reaching = files
    .filter((file) => pure.includes(roomOf(file)))
    .flatMap((file) => {
      const nodes = importsOf(file).filter(({ to, typesOnly }) => to.startsWith('node:') && !typesOnly);
      const word = worldly.exec(codeOf(file))?.[0];
      return [
        ...nodes.map(({ to }) => `${file}: ${to}`),
        ...(word === undefined ? [] : [`${file}: ${word}`]),
      ];
    });

  expect(reaching).toEqual([]);
});
