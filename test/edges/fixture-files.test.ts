import { rmSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FixtureFiles, type FixtureFilesOptions } from '../../src/edges/fixture-files.js';
import { fixtureText, put, sha256 } from './fixture-text.js';
import { temporaryDirectory } from './temporary-directory.js';

const ping = 'platform/ping.json';
const text = (word: string): string => fixtureText('/api/v2/ping', { text: word });

function open(root: string, options?: FixtureFilesOptions): FixtureFiles {
  const files = new FixtureFiles(root, options);
  onTestFinished(() => files.close());
  return files;
}

function shown(files: FixtureFiles, file = ping): unknown {
  const found = files.lookup(file);
  const body = found?.fixture?.exchanges[0]?.body;
  return found?.problems?.[0] ?? (body?.kind === 'text' ? body.text : body);
}

test('nothing is read before it is asked for, and what is not there is not there', () => {
  const root = temporaryDirectory();
  put(root, ping, text('a'));
  put(root, 'platform/broken.json', '{');
  const files = open(root);

  expect(shown(files)).toBe('a');
  expect(files.lookup('platform/none.json')).toBeUndefined();
  expect(open(join(root, 'nowhere')).lookup(ping)).toBeUndefined();
});

test.each([true, false])(
  'with watching %s, an edit, a removal and a new file are taken up',
  async (watch) => {
    const root = temporaryDirectory();
    put(root, ping, text('a'));
    const files = open(root, { watch });
    expect(shown(files)).toBe('a');

    put(root, ping, text('edited'));
    await vi.waitFor(() => expect(shown(files)).toBe('edited'), { interval: 5, timeout: 10_000 });
    put(root, '.new', text('moved here'));
    renameSync(join(root, '.new'), join(root, ping));
    await vi.waitFor(() => expect(shown(files)).toBe('moved here'), { interval: 5, timeout: 10_000 });
    rmSync(join(root, 'platform'), { recursive: true });
    await vi.waitFor(() => expect(files.lookup(ping)).toBeUndefined(), { interval: 5, timeout: 10_000 });
    put(root, ping, text('again'));
    await vi.waitFor(() => expect(shown(files)).toBe('again'), { interval: 5, timeout: 10_000 });
    put(root, ping, text('once more'));
    await vi.waitFor(() => expect(shown(files)).toBe('once more'), { interval: 5, timeout: 10_000 });
  },
);

test('a fixture that an edit has broken is a problem with line and column, and well again when it is mended', async () => {
  const root = temporaryDirectory();
  put(root, ping, text('a'));
  const files = open(root);
  expect(shown(files)).toBe('a');

  put(root, ping, '{\n  "restage": 2\n}');
  await vi.waitFor(() =>
    expect(shown(files)).toMatchObject({ file: ping, line: 2, column: 3, path: 'restage' }),
  );

  put(root, ping, text('b'));
  await vi.waitFor(() => expect(shown(files)).toBe('b'), { timeout: 10_000 });
});

test.each([
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x7b]), 'bytes that are not UTF-8'],
  ['nothing', Buffer.alloc(0), 'text that is not JSON, or nested too deep'],
])('a file of %s is a problem that names it', (_what, data, found) => {
  const root = temporaryDirectory();
  put(root, ping, data);

  expect(shown(open(root))).toMatchObject({ file: ping, found });
});

test('a link that leads out of the directory is not followed, one inside is', () => {
  const [root, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  put(elsewhere, 'secret.json', text('outside'));
  put(root, 'platform/real.json', text('inside'));
  symlinkSync(join(elsewhere, 'secret.json'), join(root, ping));
  symlinkSync('real.json', join(root, 'platform/other.json'));
  symlinkSync(elsewhere, join(root, 'registry'));
  const files = open(root);

  expect(shown(files)).toMatchObject({ found: 'a link that leads out of the directory' });
  expect(shown(files, 'platform/other.json')).toBe('inside');
  expect(shown(files, 'registry/secret.json')).toMatchObject({
    found: 'a link that leads out of the directory',
  });
  expect(files.list('', 10)).toEqual(['platform/real.json']);
});

test('a directory or a pipe in place of a fixture is a problem and holds nobody up', () => {
  const root = temporaryDirectory();
  put(root, `${ping}/x`, '');

  expect(shown(open(root))).toMatchObject({ file: ping, found: 'something that is no file' });
});

test.each([
  ['is missing', undefined, 'no file bodies/'],
  ['is too short', 'lon', 'with 3 bytes'],
  ['was changed', 'lang', 'with other contents'],
])('a side file that %s is a problem at its place', async (_what, data, found) => {
  const root = temporaryDirectory();
  const side = `bodies/${sha256('long')}`;
  put(root, ping, fixtureText('/api/v2/ping', { file: side, bytes: 4 }));
  if (data !== undefined) put(root, side, data);
  const files = open(root);

  expect(shown(files)).toMatchObject({
    file: ping,
    line: 12,
    found: expect.stringContaining(found) as string,
  });

  put(root, side, 'long');
  await vi.waitFor(() => expect(shown(files)).toMatchObject({ kind: 'file' }), {
    interval: 5,
    timeout: 10_000,
  });
  expect(files.sideText(side)).toBe('long');
  expect(files.sideBody(side, 4)).toEqual({ file: join(root, side), bytes: 4 });
});

test('fixtures beyond the memory that is given are read again, those in it are not', () => {
  const root = temporaryDirectory();
  for (const name of ['a', 'b', 'c']) put(root, `platform/${name}.json`, text(name));
  const files = open(root, { memory: 2 * text('a').length });
  const [a, b] = [files.lookup('platform/a.json'), files.lookup('platform/b.json')];

  expect(files.lookup('platform/b.json')).toBe(b);
  files.lookup('platform/c.json');

  expect(files.lookup('platform/a.json')).not.toBe(a);
  expect(shown(files, 'platform/a.json')).toBe('a');
});

test('fixtures are listed by how their paths begin, in order and no more than asked for', () => {
  const root = temporaryDirectory();
  for (const file of [
    'platform/show/b.json',
    'platform/show/a.json',
    'platform/shown.json',
    'platform/show/.c.json',
  ]) {
    put(root, file, '{}');
  }
  put(root, 'platform/show/a.txt', '');
  put(root, '.tmp-1-x/1.json', '');
  const files = open(root);

  expect(files.list('platform/show/', 10)).toEqual(['platform/show/a.json', 'platform/show/b.json']);
  expect(files.list('platform/show', 10)).toHaveLength(3);
  expect(files.list('', 10)).toHaveLength(3);
  expect(files.list('platform/show/a', 10)).toEqual(['platform/show/a.json']);
  expect(files.list('', 1)).toEqual(['platform/show/a.json']);
  expect(files.list('../', 10)).toEqual([]);
});

test('an edit that keeps size and time is seen all the same where directories are watched', async () => {
  const root = temporaryDirectory();
  put(root, ping, text('a'));
  const then = new Date('2026-01-01');
  utimesSync(join(root, ping), then, then);
  const files = open(root);
  expect(shown(files)).toBe('a');

  writeFileSync(join(root, ping), text('b'));
  utimesSync(join(root, ping), then, then);

  await vi.waitFor(() => expect(shown(files)).toBe('b'), { interval: 5, timeout: 10_000 });
});
