import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStateFiles } from '../../../src/edges/state-files.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { storeProcess } from './store-process.js';

/** The system's own limit on the size of files makes real writes end half done, as a full disk does. */
const limit = ['prlimit', '--fsize=20000:unlimited'];
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

const fill = `
  const { spawnSync } = await import('node:child_process');
  const store = await open(directory);
  await store.save('main', { about: {}, ledger: {} });
  let n = 0;
  try {
    for (; n < 100; n++) await store.append('main', [['world', 'r' + n, 'x'.repeat(1000)]]);
  } catch (error) {
    say(n + ' ' + error.code + ' ' + error.message);
  }
  await store.append('main', [['world', 'second', 1]]).catch((error) => say(error.code));
  await store.save('big', { about: { text: 'x'.repeat(30000) }, ledger: {} }).catch((error) => say(error.code));
  await told();
  spawnSync('prlimit', ['--fsize=unlimited', '--pid', String(process.pid)]);
  await store.append('main', [['world', 'third', 1]]);
  say('written');
  await told();`;

test.skipIf(!canLimit)(
  'what a full disk refuses is said, kept, and written when there is room again',
  async () => {
    const directory = temporaryDirectory();
    const filling = storeProcess(directory, fill, limit);
    const said = await filling.next();
    const [, n] =
      /^(\d+) state-unwritten what changed in session "main" .*main\.session: EFBIG.*raise the limit/.exec(
        said,
      ) ?? [];
    expect(Number(n), said).toBeGreaterThan(10);
    expect(await filling.next()).toBe('state-unwritten');
    expect(readFileSync(join(directory, 'main.session')).length).toBe(20_000);
    expect(await filling.next()).toBe('state-unwritten');
    expect(readdirSync(directory).filter((file) => !file.startsWith('lock.'))).toEqual(['main.session']);
    filling.tell();
    expect(await filling.next()).toBe('written');
    await filling.kill();
    const store = await openStateFiles(directory);
    onTestFinished(() => store.close());
    const loaded = await store.load('main');
    const kept = loaded.found === 'session' ? Object.keys(loaded.session.ledger['world'] ?? {}) : [];
    expect(kept).toEqual([...Array.from({ length: Number(n) + 1 }, (_, at) => `r${at}`), 'second', 'third']);
  },
);
