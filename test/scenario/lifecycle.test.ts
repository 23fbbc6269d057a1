import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterOverride,
  afterRead,
  afterSignal,
  afterTime,
  dueAt,
  type Life,
  type LifeState,
  type Position,
} from '../../src/scenario/lifecycle.js';

const life: Life = [
  { status: 'pending', until: { kind: 'time', ms: 2000 } },
  { status: 'running', until: { kind: 'reads', count: 2 } },
  { status: 'awaiting_override', until: { kind: 'override' } },
  { status: 'running', until: { kind: 'signal', name: 'go' } },
  { status: 'passed', until: { kind: 'end' } },
];
const at = (index: number, since = 0, reads = 0): Position => ({ index, since, reads });

test('a state that time ends falls due so long after it was entered', () => {
  expect(dueAt(life, at(0, 500))).toBe(2500);
});

test('before it is due nothing moves', () => {
  expect(afterTime(life, at(0), 1999)).toBeUndefined();
});

test('after it was due the next state was entered when it was due', () => {
  expect(afterTime(life, at(0), 9000)).toEqual(at(1, 2000));
});

test('the last awaited read ends a state at the time of that read', () => {
  const once = afterRead(life, at(1, 2000), 3000);
  expect(once).toEqual(at(1, 2000, 1));
  expect(afterRead(life, once!, 4000)).toEqual(at(2, 4000));
});

test('an override ends only a state that waits for one', () => {
  expect(afterOverride(life, at(2, 4000), 5000)).toEqual(at(3, 5000));
  expect(afterOverride(life, at(1, 2000), 5000)).toBeUndefined();
});

test('a signal ends only a state that waits for it by name', () => {
  expect(afterSignal(life, at(3, 5000), 'go', 6000)).toEqual(at(4, 6000));
  expect(afterSignal(life, at(3, 5000), 'stop', 6000)).toBeUndefined();
  expect(afterSignal(life, at(2, 5000), 'go', 6000)).toBeUndefined();
});

test.each([4, 5, 99])('nothing moves a life at or past its end (%i)', (index) => {
  expect(dueAt(life, at(index))).toBeUndefined();
  expect(afterTime(life, at(index), 1e15)).toBeUndefined();
  expect(afterRead(life, at(index), 1)).toBeUndefined();
  expect(afterOverride(life, at(index), 1)).toBeUndefined();
  expect(afterSignal(life, at(index), 'go', 1)).toBeUndefined();
});

/** All positions passed until `now`, as a session makes its moves. */
function advance(states: Life, from: Position, now: number): Position[] {
  const passed: Position[] = [];
  for (let next = afterTime(states, from, now); next; next = afterTime(states, next, now)) passed.push(next);
  return passed;
}

const until = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(50) }) },
  fc.record({ kind: fc.constant('reads' as const), count: fc.integer({ min: 1, max: 3 }) }),
);
const lives = fc
  .array(until, { maxLength: 8 })
  .map((untils): Life => [
    ...untils.map((one): LifeState => ({ status: 'running', until: one })),
    { status: 'passed', until: { kind: 'end' } },
  ]);

test('one long advance passes the same positions at the same times as many short ones', () => {
  fc.assert(
    fc.property(lives, fc.array(fc.nat(60), { minLength: 1, maxLength: 12 }), (states, steps) => {
      let now = 0;
      const short: Position[] = [];
      for (const step of steps) {
        now += step;
        short.push(...advance(states, short.at(-1) ?? at(0), now));
      }
      expect(short).toEqual(advance(states, at(0), now));
    }),
  );
});

test('positions only ever go on, in state and in time, and never beyond the end', () => {
  const moves = fc.array(fc.oneof(fc.constant('read' as const), fc.nat(60)), { maxLength: 30 });
  fc.assert(
    fc.property(lives, moves, (states, made) => {
      let now = 0;
      let position = at(0);
      for (const move of made) {
        const next: Position[] = [];
        if (move === 'read') next.push(afterRead(states, position, now) ?? position);
        else next.push(...advance(states, position, (now += move)));
        for (const one of next) {
          expect(one.index).toBeGreaterThanOrEqual(position.index);
          expect(one.index).toBeLessThan(states.length);
          expect(one.since).toBeGreaterThanOrEqual(position.since);
          expect(one.since).toBeLessThanOrEqual(now);
          position = one;
        }
      }
    }),
  );
});
