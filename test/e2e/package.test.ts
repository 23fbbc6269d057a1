import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'restage-package-'));
const project = join(directory, 'project');
const installed = join(project, 'node_modules/restage');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const own = readJson<Package>(join(root, 'package.json'));
const tarball = join(directory, `restage-${own.version}.tgz`);

/** Installs the tarball as npm does, with the versions that are locked here and from npm's cache only. */
function install(): boolean {
  const { packages } = readJson<{ packages: Record<string, object> }>(join(root, 'package-lock.json'));
  const manifest = { name: 'project', type: 'module', dependencies: { restage: `file:${tarball}` } };
  const { dependencies, peerDependencies, peerDependenciesMeta, bin, engines, version } = own;
  const restage = {
    version,
    resolved: `file:${tarball}`,
    ...{ dependencies, peerDependencies, peerDependenciesMeta, bin, engines },
  };
  const lock = {
    ...{ name: 'project', lockfileVersion: 3, requires: true },
    packages: { ...packages, '': manifest, 'node_modules/restage': restage },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  const npm = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  return spawnSync('npm', npm, { cwd: project, stdio: 'ignore' }).status === 0;
}

/** Unpacks the tarball and links its dependencies, where npm's cache was emptied. */
function unpack(): void {
  const modules = join(project, 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(join(modules, '.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', directory]);
  cpSync(join(directory, 'package'), installed, { recursive: true });
  symlinkSync('../restage/dist/cli/main.js', join(modules, '.bin/restage'));
  Object.keys(own.dependencies).forEach(link);
}

function link(name: string): void {
  const place = join(project, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) symlinkSync(join(root, 'node_modules', name), place);
}

beforeAll(() => {
  mkdirSync(project);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], {
    cwd: root,
    stdio: 'ignore',
  });
  if (!install()) unpack();
  ['vitest', 'typescript', '@types/node'].forEach(link);
}, 120_000);

vi.setConfig({ testTimeout: 60_000 });

function write(file: string, text: string): string {
  writeFileSync(join(project, file), text);
  return file;
}

/** Runs something in the project; its status and all it printed. */
function run(command: string, ...args: string[]): { readonly status: number | null; readonly text: string } {
  const env = { ...process.env, CI: '1', NO_COLOR: '1', VITEST: undefined };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

test('the package holds what it needs and nothing else', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(installed, file)).isFile(),
  );
  const kinds = new Set(
    files.map((file) => file.replace(/^(dist|docs|scenarios)\/.*?((\.d)?\.[a-z]+)$/, '$1/*$2')),
  );
  const optional = ['SECURITY.md'].filter((file) => existsSync(join(root, file)));

  expect([...kinds].sort()).toEqual(
    [
      ...['LICENSE', 'README.md', 'package.json', ...optional],
      ...['dist/*.d.ts', 'dist/*.js', 'docs/*.md'],
      ...['scenarios/*.json', 'scenarios/*.md', 'scenarios/*.tf', 'scenarios/*.yaml'],
    ].sort(),
  );
});

test('the command runs there', () => {
  const scenarios = run('node_modules/.bin/restage', 'scenarios');
  const exec = run('node_modules/.bin/restage', 'exec', '--', process.execPath, '-e', 'process.exit(7)');

  expect(scenarios.text).toContain('awaiting-override');
  expect(scenarios.status).toBe(0);
  expect(exec.status).toBe(7);
});

test('the library and the Vitest fixture run there', () => {
  write(
    'library.mjs',
    `import { restage } from 'restage';
    const stand = await restage({ scenario: 'awaiting-override' });
    const search = await fetch(new URL('search?q=network', stand.registry));
    const { modules } = await search.json();
    console.log(search.status, modules[0].id, (await stand.fetch('/api/v2/ping')).status);
    await stand.close();`,
  );
  write(
    'stage.test.mjs',
    `import { expect } from 'vitest';
    import { test } from 'restage/vitest';
    test('a stage waits', async ({ restage }) => {
      const { data } = await (await restage.fetch('/api/v2/task-stages/ts-Waiting')).json();
      expect(data.attributes.status).toBe('awaiting_override');
    });`,
  );

  expect(run(process.execPath, 'library.mjs')).toEqual({
    status: 0,
    text: '200 acme/network/aws/1.2.0 204\n',
  });
  expect(run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run').text).toMatch(/Tests +1 passed/);
});

test.each([
  ['node16', 'node16'],
  ['esnext', 'bundler'],
])('types resolve with module %s and resolution %s', (module, moduleResolution) => {
  write(
    'types.ts',
    `import { errorCodes, restage, RestageError, type ErrorCode, type JournalEntry, type Stand } from 'restage';
    import { test, restageTest } from 'restage/vitest';
    const stand: Stand = await restage({ scenario: 'default', listen: false });
    const entries: readonly JournalEntry[] = stand.journal().entries;
    const moved: Date = await stand.clock.advance('90s');
    const code: ErrorCode = errorCodes[0];
    // @ts-expect-error -- there is no such mode
    await restage({ mode: 'rekord' });
    // @ts-expect-error -- a port is a number
    await restage({ port: '4010' });
    test('typed', async ({ restage: own }) => void (await own.fetch('/')).status.toFixed());
    restageTest({ allowRefusals: true, seed: 3 });
    export { code, entries, moved, RestageError };`,
  );
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['types.ts'] }));

  expect(run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.')).toEqual({
    status: 0,
    text: '',
  });
});
