import { expect, test } from 'vitest';
import { Tally } from '../../src/session/tally.js';

test('requests are counted by operation, status and source; those without one under a name of their own', () => {
  const tally = new Tally();

  tally.count('platform.ping', 204, 'emulated');
  tally.count('platform.ping', null, 'scripted');
  tally.count(null, 501, 'refused');

  expect(tally.counts).toEqual({
    total: 3,
    byOperation: { 'platform.ping': 2, other: 1 },
    byStatus: { 204: 1, none: 1, 501: 1 },
    bySource: { emulated: 1, scripted: 1, refused: 1 },
  });
});

test('a tally goes on from earlier counts, or begins again', () => {
  const tally = new Tally();
  tally.restart({ total: 5, byOperation: { x: 5 }, byStatus: { 200: 5 }, bySource: { emulated: 5 } });

  tally.count('x', 200, 'emulated');
  const gone = tally.counts.total;
  tally.restart();

  expect([gone, tally.counts.total]).toEqual([6, 0]);
});
