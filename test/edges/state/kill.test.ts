import { expect, test } from 'vitest';
import { openStateFiles } from '../../../src/edges/state-files.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { storeProcess } from './store-process.js';

/** RESTAGE_KILLS=1000 for a long run. */
const kills = Number(process.env['RESTAGE_KILLS'] ?? 8);
const mostChanges = 3000;

/** Sixteen writers over two sessions; each says `SESSION KEY NUMBER` when a change of it was answered. */
const write = `
  const store = await open(directory);
  say('open');
  const padding = 'x'.repeat(1500);
  for (const name of ['main', 'other']) {
    const loaded = await store.load(name);
    if (loaded.found === 'damaged') say('damaged ' + loaded.why);
    if (loaded.found !== 'session') await store.save(name, { about: {}, ledger: { world: {} } });
    const before = loaded.found === 'session' ? loaded.session.ledger.world ?? {} : {};
    for (let writer = 0; writer < 8; writer++) {
      const key = 'w' + writer;
      void (async () => {
        for (let n = (before[key]?.n ?? 0) + 1; ; n++) {
          await store.append(name, [['world', key, { n, padding }]]);
          say(name + ' ' + key + ' ' + n);
        }
      })();
    }
  }
  await told();`;

test(
  'no answered change is lost when the process is killed at any moment',
  async () => {
    const directory = temporaryDirectory();
    let answered = new Map<string, number>();
    let count = 0;
    for (let round = 0; round < kills; round++) {
      const writer = storeProcess(directory, write);
      expect(await writer.next()).toBe('open');
      let left = Math.floor(((round * 0.618) % 1) * mostChanges);
      if (left === 0) void writer.kill();
      for await (const line of writer.lines) {
        const [session = '', key = '', n] = line.split(' ');
        answered.set(`${session} ${key}`, Number(n));
        count++;
        if (--left === 0) void writer.kill();
      }
      await writer.ended();
      const kept = await read(directory);
      expect(wrong(answered, kept), `round ${round}`).toEqual([]);
      answered = kept;
    }
    expect(count).toBeGreaterThan(100 * kills);
    if (process.env['RESTAGE_KILLS']) console.log(`${kills} kills, ${count} changes answered, none lost`);
  },
  30_000 + kills * 2_000,
);

/** The number kept under each `SESSION KEY`. */
async function read(directory: string): Promise<Map<string, number>> {
  const store = await openStateFiles(directory);
  const kept = new Map<string, number>();
  for (const name of ['main', 'other']) {
    const loaded = await store.load(name);
    if (loaded.found === 'damaged') throw new Error(`${name} is damaged: ${loaded.why}`);
    const world = loaded.found === 'session' ? loaded.session.ledger['world'] : undefined;
    for (const [key, value] of Object.entries(world ?? {}))
      kept.set(`${name} ${key}`, (value as { n: number }).n);
  }
  await store.close();
  return kept;
}

/** What is neither the last change that was answered nor the one after it, which was under way. */
function wrong(answered: ReadonlyMap<string, number>, kept: ReadonlyMap<string, number>): string[] {
  return [...answered].flatMap(([key, n]) => {
    const found = kept.get(key) ?? 0;
    return found === n || found === n + 1 ? [] : [`${key}: ${n} was answered, ${found} is kept`];
  });
}
