import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FixtureWriter } from '../../src/edges/fixture-writer.js';
import { put } from './fixture-text.js';
import { temporaryDirectory } from './temporary-directory.js';

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

test('a file is written whole in place of what is there, and nothing is left beside', async () => {
  const root = join(temporaryDirectory(), 'new');
  const writer = new FixtureWriter(root);

  await writer.write('platform/a.json', 'one');
  await writer.write('platform/a.json', 'two');
  await writer.close();

  expect(read(root, 'platform/a.json')).toBe('two');
  expect(readdirSync(root)).toEqual(['platform']);
});

test('whoever reads while others write sees one whole text or another', async () => {
  const root = temporaryDirectory();
  const writer = new FixtureWriter(root);
  const texts = Array.from({ length: 30 }, (_, i) => String(i % 10).repeat(200_000));
  await writer.write('a.json', texts[0] ?? '');

  let done = false;
  const writing = Promise.all(texts.map((text) => writer.write('a.json', text))).finally(() => (done = true));
  let seen = 0;
  while (!done) {
    expect(read(root, 'a.json')).toMatch(/^(\d)\1{199999}$/);
    seen++;
    await new Promise(setImmediate);
  }
  await writing;

  expect(seen).toBeGreaterThan(0);
});

test('a finished file is taken from elsewhere, and that which was there is gone', async () => {
  const root = temporaryDirectory();
  const source = join(temporaryDirectory(), 'spooled');
  writeFileSync(source, 'body');
  const writer = new FixtureWriter(root);

  await writer.adopt(source, 'bodies/abc');
  await writer.close();

  expect([read(root, 'bodies/abc'), existsSync(source)]).toEqual(['body', false]);
});

test('removing what is not there is no error', async () => {
  const root = temporaryDirectory();
  const writer = new FixtureWriter(root);
  await writer.write('a.json', '');

  await writer.remove('a.json');
  await writer.remove('a.json');
  await writer.close();

  expect(existsSync(root)).toBe(false);
});

test('a directory that someone removes meanwhile is made again', async () => {
  const root = temporaryDirectory();
  const writer = new FixtureWriter(root);
  await writer.write('platform/show/a.json', 'a');
  rmSync(join(root, 'platform'), { recursive: true });

  await writer.write('platform/show/b.json', 'b');
  await writer.close();

  expect(read(root, 'platform/show/b.json')).toBe('b');
});

test.each([
  ['a link to elsewhere', (root: string, other: string): void => symlinkSync(other, join(root, 'platform'))],
  ['a file', (root: string): void => writeFileSync(join(root, 'platform'), '')],
])('%s in place of a directory is an error, and nothing is written through it', async (_what, place) => {
  const [root, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  place(root, elsewhere);
  const writer = new FixtureWriter(root);

  await expect(writer.write('platform/a.json', 'x')).rejects.toThrow(/is not a directory/);
  await writer.close();

  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(root)).toEqual(['platform']);
});

test('what a killed process left is removed by the next one, what a living one is at is not', () => {
  const root = temporaryDirectory();
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  put(root, `.tmp-${gone}-abc/1`, 'half');
  put(root, `.tmp-${process.ppid}-abc/1`, 'half');
  mkdirSync(join(root, '.tmp-x'));

  new FixtureWriter(root);

  expect(readdirSync(root)).toEqual([`.tmp-${process.ppid}-abc`, '.tmp-x']);
});
