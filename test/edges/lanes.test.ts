import { expect, test } from 'vitest';
import { Lanes } from '../../src/edges/lanes.js';

/** Lanes whose work ends when it is told to. */
function openLanes(width: number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const told = { idle: 0 };
  const lanes = new Lanes({
    width,
    work: (name) => {
      begun.push(name);
      return new Promise((done) => ends.set(name, done));
    },
    idle: () => void told.idle++,
  });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { lanes, begun, end, told };
}

test('work under different names goes on at once, up to the width', async () => {
  const { lanes, begun, end } = openLanes(2);

  for (const name of ['a', 'b', 'c']) lanes.add(name);
  const first = [...begun];
  await end('a');

  expect(first).toEqual(['a', 'b']);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a name that is added while it is worked on is done once more afterwards, and never twice at once', async () => {
  const { lanes, begun, end, told } = openLanes(4);

  lanes.add('a');
  lanes.add('a');
  lanes.add('a');
  const during = [...begun];
  await end('a');
  await end('a');
  await lanes.settle();

  expect(during).toEqual(['a']);
  expect(begun).toEqual(['a', 'a']);
  expect([lanes.busy, told.idle]).toEqual([false, 1]);
});
