import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory } from '../e2e/command.js';

const root = resolve(import.meta.dirname, '../..');

/** A project of one file that builds like this one. */
function smallProject(main: string): string {
  const dir = emptyDirectory();
  for (const directory of ['scripts', 'src/cli', 'dist/cli'])
    mkdirSync(join(dir, directory), { recursive: true });
  cpSync(join(root, 'scripts/build.mjs'), join(dir, 'scripts/build.mjs'));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(dir, 'tsconfig.build.json'),
    '{"compilerOptions":{"rootDir":"src","module":"nodenext","types":[],"skipLibCheck":true},"include":["src"]}',
  );
  writeFileSync(join(dir, 'src/cli/main.ts'), main);
  writeFileSync(join(dir, 'dist/cli/main.js'), 'old');
  return dir;
}

function build(dir: string): Promise<{ status: number | null; told: string }> {
  const child = spawn(process.execPath, ['scripts/build.mjs'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (told += text.toString()));
  return new Promise((done) => child.on('close', (status) => done({ status, told })));
}

const built = (dir: string): string => readFileSync(join(dir, 'dist/cli/main.js'), 'utf8');
const places = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('dist'));

test('two builds at once leave one whole dist, and nothing of one that was killed', async () => {
  const dir = smallProject('export const answer: number = 42;\n');
  mkdirSync(join(dir, 'dist.999999999/cli'), { recursive: true });

  const ends = await Promise.all([build(dir), build(dir)]);

  expect(ends.map(({ status }) => status)).toEqual([0, 0]);
  expect(built(dir)).toContain('const answer = 42;');
  expect(places(dir)).toEqual(['dist']);
});

test('a build that fails leaves the old dist where it was', async () => {
  const dir = smallProject('export const answer: string = 42;\n');

  const { status, told } = await build(dir);

  expect(status).toBe(1);
  expect(told).toContain('src/cli/main.ts(1,14): error TS2322');
  expect(told).toContain('restage was not built: the compiler found mistakes in src/, see above');
  expect(built(dir)).toBe('old');
  expect(places(dir)).toEqual(['dist']);
});

test('a build without a compiler says which install brings it', async () => {
  const dir = smallProject('');
  unlinkSync(join(dir, 'node_modules'));
  mkdirSync(join(dir, 'node_modules/typescript'), { recursive: true });
  // Hides a compiler that lies in a directory above.
  writeFileSync(join(dir, 'node_modules/typescript/package.json'), '{"exports":{}}');

  const { status, told } = await build(dir);

  expect(status).toBe(1);
  expect(told).toBe(
    'restage was not built: typescript is not installed; run npm ci without --omit=dev and with NODE_ENV unset\n',
  );
});
