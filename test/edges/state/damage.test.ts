import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openStateFiles } from '../../../src/edges/state-files.js';
import type { LedgerData } from '../../../src/session/ledger.js';
import type { SessionStore } from '../../../src/session/store.js';
import { temporaryDirectory } from '../temporary-directory.js';

interface Sample {
  readonly directory: string;
  readonly file: string;
  readonly store: SessionStore;
  readonly bytes: Buffer;
  /** What the file said after each write, and how long it was then. */
  readonly states: readonly { readonly ledger: LedgerData; readonly bytes: number }[];
}

test('a file cut anywhere gives what was there before the cut, or is set aside; never anything else', async () => {
  const { store, file, bytes, states } = await sample();
  const whole = states[0]?.bytes ?? 0;
  for (let length = 0; length < bytes.length; length++) {
    writeFileSync(file, bytes.subarray(0, length));
    const loaded = await store.load('main');
    if (length < whole) {
      expect(loaded, `cut at ${length}`).toMatchObject({
        found: 'damaged',
        file,
        aside: `${file}.damaged-1`,
      });
      rmSync(`${file}.damaged-1`);
      continue;
    }
    const state = states.findLast((one) => one.bytes <= length);
    expect(loaded, `cut at ${length}`).toMatchObject({
      found: 'session',
      session: { ledger: state?.ledger },
    });
  }
});

test('a file cut in its last line goes on from the line before', async () => {
  const { store, file, bytes, states } = await sample();
  const before = states.at(-2);
  for (let length = before?.bytes ?? 0; length < bytes.length; length++) {
    writeFileSync(file, bytes.subarray(0, length));
    await store.load('main');
    await store.append('main', [['after', 'cut', length]]);
    expect(readFileSync(file, 'utf8')).toMatch(/\["after","cut",\d+\]\]\n$/);
    expect(await store.load('main')).toMatchObject({
      session: { ledger: { ...before?.ledger, after: { cut: length } } },
    });
  }
});

test('a file with any byte changed is set aside and named', async () => {
  const { store, file, bytes } = await sample();
  for (let at = 0; at < bytes.length; at++) {
    for (const mask of [1, 0x20, 0xff, (bytes[at] ?? 0) ^ 0x0a]) {
      if (mask === 0) continue;
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ mask;
      writeFileSync(file, changed);
      const loaded = await store.load('main');
      expect(loaded, `byte ${at} ^ ${mask}`).toMatchObject({ found: 'damaged', file });
      rmSync(`${file}.damaged-1`);
    }
  }
});

test('a file with a line left out, doubled or moved is set aside', async () => {
  const { store, file, bytes } = await sample();
  const lines = bytes.toString().split(/(?<=\n)/);
  const swapped = (at: number): string[] => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '');
  for (let at = 0; at < lines.length - 1; at++) {
    for (const others of [lines.toSpliced(at, 1), lines.toSpliced(at, 0, lines[at] ?? ''), swapped(at)]) {
      writeFileSync(file, others.join(''));
      expect(await store.load('main'), `line ${at + 1}`).toMatchObject({ found: 'damaged' });
    }
  }
});

test('no bytes at all in a state file make reading fail', async () => {
  const { store, file, bytes } = await sample();
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((any) => Buffer.from(any)),
    fc
      .tuple(fc.nat(bytes.length), fc.nat(bytes.length))
      .map(([a, b]) => bytes.subarray(Math.min(a, b), Math.max(a, b))),
    fc.json().map((text) => Buffer.from(sealed(text, 0))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 4 }), async (pieces) => {
      writeFileSync(file, Buffer.concat(pieces));
      const { found } = await store.load('main');
      expect(['session', 'damaged']).toContain(found);
      rmSync(`${file}.damaged-1`, { force: true });
    }),
    { numRuns: 300 },
  );
});

test('damaged files are set aside under new names, and the session can be saved again', async () => {
  const { store, directory, file } = await sample();
  for (const text of ['first', 'second']) {
    writeFileSync(file, `${text}\n`);
    await store.load('main');
    expect(await store.load('main')).toEqual({ found: 'nothing' });
    await store.save('main', { about: {}, ledger: { world: { a: text } } });
  }
  expect(readFileSync(`${file}.damaged-1`, 'utf8')).toBe('first\n');
  expect(readFileSync(`${file}.damaged-2`, 'utf8')).toBe('second\n');
  expect(await store.load('main')).toMatchObject({ session: { ledger: { world: { a: 'second' } } } });
  expect(readdirSync(directory).filter((name) => !name.startsWith('lock.'))).toHaveLength(3);
});

test('it is said what is wrong with a file, and where', async () => {
  const { store, file, bytes } = await sample();
  const lines = bytes.toString().split(/(?<=\n)/);
  const why = async (text: string): Promise<string> => {
    writeFileSync(file, text);
    const loaded = await store.load('main');
    return loaded.found === 'damaged' ? loaded.why : loaded.found;
  };
  const head = (format: Json) =>
    sealed(JSON.stringify({ restage: 'session', format, session: 'main', about: {} }), 0);
  expect(await why('')).toBe('it is empty');
  expect(await why(lines.slice(0, 2).join(''))).toBe('it was cut off before its end line');
  expect(await why(lines.toSpliced(2, 1, 'x\n').join(''))).toBe('line 3: its checksum does not fit');
  expect(await why(sealed('{}', 0))).toBe('line 1: it does not begin a state file');
  expect(await why(head(2))).toBe(
    'line 1: it is in format 2, of another version of restage; this one reads format 1',
  );
  expect(await why(bytes.toString().slice(0, -1) + ' ')).toBe(
    `line ${lines.length}: its line break was changed`,
  );
});

type Json = unknown;

const sealed = (text: string, number: number): string =>
  `${crc32(text, number).toString(16).padStart(8, '0')} ${text}\n`;

async function sample(): Promise<Sample> {
  const directory = temporaryDirectory();
  const file = join(directory, 'main.session');
  const store = await openStateFiles(directory);
  onTestFinished(() => store.close());
  const states: Sample['states'][number][] = [];
  const note = async (): Promise<void> => {
    const loaded = await store.load('main');
    if (loaded.found === 'session') {
      states.push({ ledger: loaded.session.ledger, bytes: readFileSync(file).length });
    }
  };
  await store.save('main', { about: { seed: 7 }, ledger: { world: { a: 1, b: { c: 'ü' } } } });
  await note();
  for (let n = 0; n < 3; n++) {
    await store.append('main', [
      ['world', `r${n}`, { n }],
      ['world', 'a', n === 1 ? undefined : n],
    ]);
    await note();
  }
  return { directory, file, store, bytes: readFileSync(file), states };
}
