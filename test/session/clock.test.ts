import { expect, test } from 'vitest';
import { SessionClock } from '../../src/session/clock.js';
import { Ledger } from '../../src/session/ledger.js';

function clockAt(at: number, frozen: boolean, ledger = new Ledger()) {
  const time = { now: 1_000_000 };
  const clock = new SessionClock(ledger.section('clock', 'lazy'), () => time.now, { at, frozen });
  return { clock, time, ledger };
}

test('a clock starts where it shall and moves with real time, unless it is frozen', () => {
  const [moving, frozen] = [clockAt(5, false), clockAt(5, true)];

  moving.time.now += 30;
  frozen.time.now += 30;

  expect([moving.clock.now(), frozen.clock.now()]).toEqual([35, 5]);
});

test('a clock that is set goes on from there', () => {
  const [moving, frozen] = [clockAt(5, false), clockAt(5, true)];

  for (const { clock, time } of [moving, frozen]) {
    clock.set(1000);
    time.now += 30;
  }

  expect([moving.clock.now(), frozen.clock.now()]).toEqual([1030, 1000]);
});

test('a clock goes on from where it was kept, whatever time it is outside', () => {
  const { clock, time, ledger } = clockAt(5, false);
  time.now += 100;
  clock.mark();

  const again = clockAt(5, false, ledger);

  expect(again.clock.now()).toBe(105);
});

test('those who wait are told after a move, who is due first first, until they leave', () => {
  const { clock } = clockAt(0, true);
  const told: string[] = [];
  clock.onMove(30, () => told.push('late'));
  const leave = clock.onMove(20, () => told.push('left'));
  clock.onMove(10, () => told.push('early'));
  leave();

  clock.set(5);

  expect(told).toEqual(['early', 'late']);
});

test('when a clock is retired everybody has waited long enough', () => {
  const { clock } = clockAt(0, true);
  let now = 0;
  clock.onMove(1e12, () => (now = clock.now()));

  clock.retire();

  expect(now).toBe(Infinity);
});
