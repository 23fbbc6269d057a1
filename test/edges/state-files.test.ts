import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStateFiles } from '../../src/edges/state-files.js';
import type { SessionStore } from '../../src/session/store.js';
import { storeCases } from './session-store.cases.js';
import { temporaryDirectory } from './temporary-directory.js';

const opened = async (directory = temporaryDirectory()): Promise<SessionStore> => {
  const store = await openStateFiles(directory);
  onTestFinished(() => store.close());
  return store;
};

storeCases(() => opened());

test('a session is there again after closing and opening', async () => {
  const directory = temporaryDirectory();
  const first = await openStateFiles(directory);
  await first.save('main', { about: { seed: 7 }, ledger: { world: { a: 1 } } });
  await first.append('main', [['world', 'b', 2]]);
  await first.close();
  const second = await openStateFiles(directory);
  await second.append('main', [['world', 'c', 3]]);
  await second.close();
  const third = await opened(directory);
  expect(await third.load('main')).toEqual({
    found: 'session',
    session: { about: { seed: 7 }, ledger: { world: { a: 1, b: 2, c: 3 } } },
  });
});

test('state is for its user alone', async () => {
  const directory = join(temporaryDirectory(), 'new', 'state');
  const store = await opened(directory);
  await store.save('main', { about: {}, ledger: {} });
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'main.session')).mode & 0o777).toBe(0o600);
});

test('appends asked for while one is under way share the next line', async () => {
  const directory = temporaryDirectory();
  const store = await opened(directory);
  await store.save('main', { about: {}, ledger: {} });
  await Promise.all(Array.from({ length: 64 }, (_, n) => store.append('main', [['world', `r${n}`, n]])));
  const lines = readFileSync(join(directory, 'main.session'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(4);
  expect(lines.at(-1)).toContain('["world","r63",63]');
});

test('a file much longer than what it holds is written anew, and loses nothing on the way', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'main.session');
  const store = await openStateFiles(directory);
  await store.save('main', { about: { seed: 7 }, ledger: { world: { first: 1 } } });
  const value = 'x'.repeat(10_000);
  for (let n = 0; n < 1000; n++) await store.append('main', [['world', `r${n % 5}`, [n, value]]]);
  await store.close();
  expect(statSync(file).size).toBeLessThan(2 * 1024 * 1024);
  expect(readdirSync(directory)).toEqual(['main.session']);
  const again = await opened(directory);
  expect(await again.load('main')).toEqual({
    found: 'session',
    session: {
      about: { seed: 7 },
      ledger: {
        world: { first: 1, ...Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`r${n}`, [995 + n, value]])) },
      },
    },
  });
});

test('closing waits until a long file was written anew', async () => {
  const directory = temporaryDirectory();
  const store = await openStateFiles(directory);
  await store.save('main', { about: {}, ledger: {} });
  await store.append('main', [
    ['world', 'a', 'x'.repeat(2 * 1024 * 1024)],
    ['world', 'a', 1],
  ]);
  await store.close();
  expect(readFileSync(join(directory, 'main.session'), 'utf8')).toContain('[["world","a",1]]');
  expect(readdirSync(directory)).toEqual(['main.session']);
});

test('a session saved while its old file is being shortened is not overwritten by that', async () => {
  const directory = temporaryDirectory();
  const store = await openStateFiles(directory);
  await store.save('main', { about: {}, ledger: {} });
  await store.append('main', [['world', 'old', 'x'.repeat(4 * 1024 * 1024)]]);
  await store.save('main', { about: {}, ledger: { world: { kept: 1 } } });
  await store.append('main', [['world', 'new', 2]]);
  await store.close();
  const again = await opened(directory);
  expect(await again.load('main')).toEqual({
    found: 'session',
    session: { about: {}, ledger: { world: { kept: 1, new: 2 } } },
  });
});

test('what a killed process left half made is cleared away', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'main.session.tmp'), 'half');
  writeFileSync(join(directory, 'main.session.short.tmp'), 'half');
  writeFileSync(join(directory, 'ca.pem'), 'not ours');
  const store = await opened(directory);
  await store.save('main', { about: {}, ledger: {} });
  expect(readdirSync(directory).filter((file) => !file.startsWith('lock.'))).toEqual([
    'ca.pem',
    'main.session',
  ]);
  expect(await store.list()).toEqual(['main']);
});

test('a save that fails says what to do, and is made good by the next change', async () => {
  const directory = temporaryDirectory();
  const store = await opened(directory);
  const inTheWay = join(directory, 'main.session.tmp');
  mkdirSync(inTheWay);
  const failed = store.save('main', { about: {}, ledger: { world: { a: 1 } } });
  await expect(failed).rejects.toMatchObject({
    code: 'state-unwritten',
    message: expect.stringMatching(
      /^what changed in session "main" could not be written to .*main\.session: EISDIR.*kept in memory.*--state DIR/,
    ) as unknown,
  });
  await expect(store.append('main', [['world', 'b', 2]])).rejects.toMatchObject({ code: 'state-unwritten' });
  await expect(store.load('main')).rejects.toMatchObject({ code: 'state-unwritten' });
  rmSync(inTheWay, { recursive: true });
  await store.append('main', [['world', 'c', 3]]);
  expect(await store.load('main')).toEqual({
    found: 'session',
    session: { about: {}, ledger: { world: { a: 1, b: 2, c: 3 } } },
  });
});

test('an append that fails is made good by the next one', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'main.session');
  const store = await opened(directory);
  await store.save('main', { about: {}, ledger: {} });
  renameSync(file, `${file}.elsewhere`);
  await expect(store.append('main', [['world', 'a', 1]])).rejects.toMatchObject({
    code: 'state-unwritten',
    message: expect.stringContaining(`${file}: ENOENT`) as unknown,
  });
  renameSync(`${file}.elsewhere`, file);
  await store.append('main', [['world', 'b', 2]]);
  expect(await store.load('main')).toMatchObject({ session: { ledger: { world: { a: 1, b: 2 } } } });
});

test('closing writes what could not be written before, or says that it cannot', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'main.session');
  const store = await openStateFiles(directory);
  await store.save('main', { about: {}, ledger: {} });
  renameSync(file, `${file}.elsewhere`);
  await expect(store.append('main', [['world', 'a', 1]])).rejects.toThrow();
  await expect(store.close()).rejects.toMatchObject({ code: 'state-unwritten' });
  expect(readdirSync(directory)).toEqual(['main.session.elsewhere']);
});

test('a place that is no directory is refused with what to do', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  await expect(openStateFiles(file)).rejects.toMatchObject({
    code: 'state-unusable',
    message: expect.stringMatching(
      /state cannot be kept in .*file: EEXIST.*--state DIR.*--memory/,
    ) as unknown,
  });
});

test('a file that cannot be read is refused and left where it is', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'main.session'));
  const store = await opened(directory);
  await expect(store.load('main')).rejects.toMatchObject({
    code: 'state-unusable',
    message: expect.stringContaining(join(directory, 'main.session')) as unknown,
  });
});
