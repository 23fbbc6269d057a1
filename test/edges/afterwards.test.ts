import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from './temporary-directory.js';
import { Afterwards } from '../../src/edges/afterwards.js';

function recorded(): { afterwards: Afterwards<string>; done: string[] } {
  const done: string[] = [];
  const afterwards = new Afterwards<string>({
    dir: () => '/nowhere',
    size: (item) => item.length,
    pack: (item) => Buffer.from(item),
    unpack: (packed) => packed.toString(),
    work: async (item) => {
      await nextTurn();
      done.push(item);
    },
    rest: () => void done.push('rest'),
    left: () => undefined,
    lost: () => void done.push('lost'),
  });
  return { afterwards, done };
}

test('nothing is done while requests are under way, and all of it when it was quiet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { afterwards, done } = recorded();

  afterwards.stir();
  afterwards.add('a');
  afterwards.add('b');
  await vi.advanceTimersByTimeAsync(15);
  afterwards.stir();
  await vi.advanceTimersByTimeAsync(15);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  const meanwhile = [...done];
  await vi.advanceTimersByTimeAsync(10);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  vi.useRealTimers();

  expect(meanwhile).toEqual([]);
  expect(done).toEqual(['a', 'b', 'rest']);
});

test('whoever must finish does not wait until it is quiet, and does what is added meanwhile', async () => {
  const { afterwards, done } = recorded();
  afterwards.stir();
  afterwards.add('a');

  const finished = afterwards.finish();
  afterwards.add('b');
  await finished;

  expect(done).toEqual(['a', 'b', 'rest']);
});

test('what is added at a rest is done too', async () => {
  const { afterwards, done } = recorded();
  afterwards.add('a');
  await afterwards.finish();

  afterwards.add('b');
  await afterwards.finish();

  expect(done).toEqual(['a', 'rest', 'b', 'rest']);
});

test('what cannot be had back is told of once, and what comes later is done', async () => {
  const done: string[] = [];
  const afterwards = new Afterwards<string>({
    dir: temporaryDirectory,
    size: (item) => item.length,
    pack: (item) => Buffer.from(item),
    unpack: () => {
      throw new Error('spoilt');
    },
    memory: 10,
    work: async (item) => void done.push(item[0] ?? ''),
    rest: () => undefined,
    left: () => undefined,
    lost: (error) => void done.push(String(error)),
  });

  for (const name of ['a', 'b']) afterwards.add(name.repeat(300_000));
  await afterwards.finish();
  afterwards.add('c');
  await afterwards.finish();

  expect(done).toEqual(['Error: spoilt', 'c']);
});

test('whoever waits for the end is told how many are left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const words: number[] = [];
  const afterwards = new Afterwards<string>({
    dir: () => '/nowhere',
    size: () => 1,
    pack: (item) => Buffer.from(item),
    unpack: (packed) => packed.toString(),
    work: async (item) => void (item === 'b' && vi.advanceTimersByTime(500)),
    rest: () => undefined,
    left: (count) => void words.push(count),
    lost: () => undefined,
  });
  for (const item of ['a', 'b', 'c']) afterwards.add(item);

  await afterwards.finish();

  expect(words).toEqual([2, 0]);
});
