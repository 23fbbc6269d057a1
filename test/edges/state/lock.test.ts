import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStateFiles } from '../../../src/edges/state-files.js';
import { lock } from '../../../src/edges/state/lock.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { storeProcess } from './store-process.js';

const hold =
  "const store = await open(directory); say('open'); await told(); await store.close(); say('closed');";
const tryToHold = `
  await told();
  try { await open(directory); say('mine'); } catch (error) { say(error.code); }
  await told();`;

const locks = (directory: string): string[] =>
  readdirSync(directory).filter((file) => file.startsWith('lock.'));

test('a second process is refused, told who has the directory and what to do', async () => {
  const directory = temporaryDirectory();
  const holder = storeProcess(directory, hold);
  expect(await holder.next()).toBe('open');
  const [file = ''] = locks(directory);
  await expect(openStateFiles(directory)).rejects.toMatchObject({
    code: 'state-locked',
    message:
      `the state directory ${directory} is in use by process ${holder.pid}; stop that process, choose another directory ` +
      `with --state DIR, or keep nothing with --memory. If process ${holder.pid} is no restage, remove ${join(directory, file)}`,
  });
  expect(locks(directory)).toEqual([file]);
  holder.tell();
  expect(await holder.next()).toBe('closed');
  expect(locks(directory)).toEqual([]);
  await (await openStateFiles(directory)).close();
});

test('a directory that this process has already is refused, too', async () => {
  const directory = temporaryDirectory();
  const store = await openStateFiles(directory);
  onTestFinished(() => store.close());
  await expect(openStateFiles(directory)).rejects.toMatchObject({ code: 'state-locked' });
});

test('the lock of a killed process is taken over', async () => {
  const directory = temporaryDirectory();
  const holder = storeProcess(directory, hold);
  expect(await holder.next()).toBe('open');
  await holder.kill();
  expect(locks(directory)).toHaveLength(1);
  const unlock = await lock(directory);
  expect(locks(directory)).toEqual([expect.stringMatching(`^lock\\.${process.pid}\\.`)]);
  unlock();
  expect(locks(directory)).toEqual([]);
});

test.skipIf(!existsSync('/proc/self/stat'))(
  'a lock whose process id went to another process is taken over',
  async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, `lock.${process.ppid}.1.abcd0123`), '');
    const unlock = await lock(directory);
    expect(locks(directory)).toHaveLength(1);
    unlock();
  },
);

test('of two that come at once the one that comes first by name waits for the other to give way', async () => {
  const directory = temporaryDirectory();
  const other = await lock(directory);
  const [file = ''] = locks(directory);
  other();
  const later = join(directory, file.replace(/[0-9a-f]+$/, 'fffffffff'));
  writeFileSync(later, '');
  const taking = lock(directory);
  rmSync(later);
  const unlock = await taking;
  unlock();
});

test('of many processes that come at once after a kill, exactly one gets the directory', async () => {
  const directory = temporaryDirectory();
  const dead = storeProcess(directory, hold);
  await dead.next();
  await dead.kill();
  const rivals = Array.from({ length: 5 }, () => storeProcess(directory, tryToHold));
  for (const rival of rivals) rival.tell();
  const outcomes = await Promise.all(rivals.map((rival) => rival.next()));
  expect(outcomes.sort()).toEqual(['mine', ...Array<string>(4).fill('state-locked')]);
});
