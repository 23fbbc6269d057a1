import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Draw, drawUnit, takesTurn } from '../../src/scenario/turn-taking.js';
import { stepOf } from './step-of.js';

const draw: Draw = { seed: 7, session: 'main', request: 'GET /api/v2/ping', attempt: 1 };

/** Which of so many matching requests a step takes when it is asked for each. */
function taken(turn: object, requests: number): number[] {
  const step = stepOf({ on: 'platform.ping', ...turn });
  const numbers: number[] = [];
  for (let number = 1; number <= requests; number++) {
    if (takesTurn(step, number, numbers.length, { ...draw, attempt: number })) numbers.push(number);
  }
  return numbers;
}

test('a step that says nothing takes every request', () => {
  expect(taken({}, 3)).toEqual([1, 2, 3]);
});

test('a step with times takes so many and no more', () => {
  expect(taken({ times: 2 }, 5)).toEqual([1, 2]);
});

test('a step with nth takes the requests of these numbers', () => {
  expect(taken({ nth: [2, 4] }, 5)).toEqual([2, 4]);
});

test('a step with every takes every so manieth request', () => {
  expect(taken({ every: 3 }, 7)).toEqual([3, 6]);
});

test('a step with a chance of 1 takes every request', () => {
  expect(taken({ chance: 1 }, 50)).toHaveLength(50);
});

test('a chance is met about as often as it says, whatever the seed', () => {
  const step = stepOf({ on: 'platform.ping', chance: 0.2 });
  for (const seed of [0, 1, 7, 4294967295]) {
    let met = 0;
    for (let attempt = 1; attempt <= 5000; attempt++) {
      if (takesTurn(step, 0, 0, { ...draw, seed, attempt })) met++;
    }
    expect(met / 5000).toBeGreaterThan(0.17);
    expect(met / 5000).toBeLessThan(0.23);
  }
});

test('a draw depends on each of seed, session, step, request, attempt and purpose, and on nothing else', () => {
  const step = stepOf({ on: 'platform.ping' });
  const first = drawUnit(step, draw, 'chance');

  expect(drawUnit(stepOf({ on: 'platform.ping' }), { ...draw }, 'chance')).toBe(first);
  const others = [
    drawUnit(step, { ...draw, seed: 8 }, 'chance'),
    drawUnit(step, { ...draw, session: 'other' }, 'chance'),
    drawUnit(stepOf({ on: 'platform.ping' }, 'steps[1]'), draw, 'chance'),
    drawUnit(step, { ...draw, request: 'GET /api/v2/ping?a=1' }, 'chance'),
    drawUnit(step, { ...draw, attempt: 2 }, 'chance'),
    drawUnit(step, draw, 'delay'),
  ];
  expect(new Set([first, ...others]).size).toBe(7);
});

test('the fate of a set of attempts is the same in any order', () => {
  const step = stepOf({ on: 'platform.ping', chance: 0.4 });
  const attempts = ['a', 'b', 'c'].flatMap((request) =>
    [1, 2, 3, 4].map((attempt) => ({ request, attempt })),
  );
  const failed = (order: typeof attempts): string[] =>
    order
      .filter((one) => takesTurn(step, 0, 0, { ...draw, ...one }))
      .map(({ request, attempt }) => `${request}${attempt}`)
      .sort();
  const expected = failed(attempts);

  fc.assert(
    fc.property(fc.shuffledSubarray(attempts, { minLength: attempts.length }), (order) => {
      expect(failed(order)).toEqual(expected);
    }),
  );
});
