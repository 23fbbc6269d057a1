import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countRequest,
  isOver,
  type LimitWindow,
  retryAfter,
  type Verdict,
} from '../../src/scenario/limit.js';

const limit = { rate: 2, per: 1000, by: 'session' } as const;

/** Verdicts on requests at these times, one after the other. */
function verdicts(...times: number[]): Verdict[] {
  let window: LimitWindow | undefined;
  return times.map((time) => {
    const verdict = countRequest(window, limit, time);
    window = verdict.window;
    return verdict;
  });
}

test('as many requests as the rate are let through in a window, and no more', () => {
  expect(verdicts(0, 10, 20, 999).map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
});

test('a window begins with the first request after the last one was over', () => {
  const [first, , , again] = verdicts(500, 600, 700, 1500);

  expect(first).toMatchObject({ reset: 1000, remaining: 1 });
  expect(again).toMatchObject({ allowed: true, remaining: 1, reset: 1000 });
});

test('what remains never goes below nothing, and the reset comes nearer', () => {
  expect(verdicts(0, 250, 500, 750).map(({ remaining, reset }) => [remaining, reset])).toEqual([
    [1, 1000],
    [0, 750],
    [0, 500],
    [0, 250],
  ]);
});

test('a client is too early when it comes back in the window in which it was turned away', () => {
  expect(verdicts(0, 0, 100, 200, 1000).map(({ tooEarly }) => tooEarly)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('a window in the future, as a clock set back leaves it, does not count', () => {
  expect(isOver({ began: 5000, count: 9 }, limit, 4000)).toBe(true);
  expect(countRequest({ began: 5000, count: 9 }, limit, 4000)).toMatchObject({ allowed: true, remaining: 1 });
});

test('a client that waits as long as retry-after says is always let through', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 3, maxLength: 30 }), (pauses) => {
      let window: LimitWindow | undefined;
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const verdict = countRequest(window, limit, now);
        window = verdict.window;
        if (verdict.allowed) continue;
        now += retryAfter(verdict.reset) * 1000;
        const again = countRequest(window, limit, now);
        expect(again).toMatchObject({ allowed: true, tooEarly: false });
        window = again.window;
      }
    }),
  );
});

test('retry-after is in whole seconds, rounded up, and at least one', () => {
  expect([1, 999, 1000, 1001].map(retryAfter)).toEqual([1, 1, 1, 2]);
});
