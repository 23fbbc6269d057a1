import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Backlog } from '../../src/edges/backlog.js';
import { temporaryDirectory } from './temporary-directory.js';

const textBacklog = (dir: string, memory: number): Backlog<string> =>
  new Backlog({
    dir: () => dir,
    size: (text) => text.length,
    pack: (text) => Buffer.from(text),
    unpack: (packed) => packed.toString(),
    memory,
  });

test('items come out as they went in, whether they waited in memory or in a file, in any order of adding and taking', () => {
  const dir = temporaryDirectory();
  const texts = fc.array(fc.oneof(fc.constant(undefined), fc.nat(400_000)), { maxLength: 40 });

  fc.assert(
    fc.property(texts, (steps) => {
      const backlog = textBacklog(dir, 1000);
      const [added, taken]: [string[], (string | undefined)[]] = [[], []];
      for (const [n, step] of steps.entries()) {
        if (step === undefined) {
          if (backlog.count > 0) taken.push(backlog.take());
          continue;
        }
        const text = `${n} `.padEnd(step, 'x');
        added.push(text);
        backlog.push(text);
        if (backlog.count !== added.length - taken.length) return false;
      }
      while (backlog.count > 0) taken.push(backlog.take());
      const last = backlog.take();
      backlog.close();
      return (
        last === undefined && taken.length === added.length && taken.every((text, n) => text === added[n])
      );
    }),
    { numRuns: 50 },
  );
});

test('a file of waiting items has no name', () => {
  const dir = temporaryDirectory();
  const backlog = textBacklog(dir, 10);

  for (let n = 0; n < 10; n++) backlog.push('y'.repeat(100_000));

  expect(readdirSync(dir)).toEqual([]);
  backlog.close();
});

test('where no file can be made, items wait in memory', () => {
  const dir = join(temporaryDirectory(), 'gone');
  rmSync(dir, { recursive: true, force: true });
  const backlog = textBacklog(dir, 10);
  const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(100_000));

  for (const text of texts) backlog.push(text);

  expect(texts.map(() => backlog.take())).toEqual(texts);
  expect(backlog.count).toBe(0);
});
