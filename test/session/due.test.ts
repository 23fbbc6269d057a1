import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueQueue } from '../../src/session/due.js';

test('what falls due first comes first, and equals in the order they were put in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
      const queue = new DueQueue<number>();
      times.forEach((at, n) => queue.put(at, n));

      const taken = times.map(() => queue.take()!);

      const sorted = times
        .map((at, item) => ({ at, item }))
        .toSorted((a, b) => a.at - b.at || a.item - b.item);
      expect(taken.map(({ at, item }) => ({ at, item }))).toEqual(sorted);
      expect([queue.take(), queue.next]).toEqual([undefined, Infinity]);
    }),
  );
});

test('what is put in while others are taken out still comes in order', () => {
  const queue = new DueQueue<string>();
  queue.put(5, 'c');
  queue.put(1, 'a');

  const first = queue.take()?.item;
  queue.put(3, 'b');

  expect([first, queue.next, queue.take()?.item, queue.take()?.item]).toEqual(['a', 3, 'b', 'c']);
});
