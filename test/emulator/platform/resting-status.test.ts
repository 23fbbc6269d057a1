import { expect, test } from 'vitest';
import { type Outcomes, restingStatus } from '../../../src/emulator/platform/resting-status.js';
import { aPolicy, aSet, aTask, anOutcome } from './stories.js';

const failing = anOutcome({ level: 'mandatory', status: 'failed' });
const rests = (over: Partial<Outcomes>): string => restingStatus({ tasks: [], policies: [], ...over });

test('a stage with nothing in it has passed', () => {
  expect(rests({})).toBe('passed');
});

test('a stage passes when only advisory tasks failed', () => {
  expect(rests({ tasks: [aTask({ ends: 'failed' }), aTask({ enforcement: 'mandatory' })] })).toBe('passed');
});

test.each(['failed', 'errored', 'canceled', 'unreachable'] as const)(
  'a stage has failed when a mandatory task %s',
  (ends) => {
    expect(rests({ tasks: [aTask({ enforcement: 'mandatory', ends })] })).toBe('failed');
  },
);

test('a stage waits for an override when a mandatory policy of an overridable set failed', () => {
  expect(rests({ policies: [aPolicy({ sets: [aSet({ outcomes: [failing] })] })] })).toBe('awaiting_override');
});

test('a stage has failed when a mandatory policy failed and its set cannot be overridden', () => {
  const sets = [aSet({ overridable: false, outcomes: [failing] })];

  expect(rests({ policies: [aPolicy({ sets })] })).toBe('failed');
});

test('a stage passes when only advisory policies failed', () => {
  const sets = [aSet({ outcomes: [anOutcome({ status: 'failed' })] })];

  expect(rests({ policies: [aPolicy({ sets })] })).toBe('passed');
});

test.each([
  ['errored', 'failed'],
  ['failed', 'failed'],
  ['passed', 'passed'],
  ['overridden', 'passed'],
  ['running', 'running'],
  ['pending', 'running'],
] as const)('an evaluation without outcomes that ends %s leaves the stage %s', (ends, status) => {
  expect(rests({ policies: [aPolicy({ ends, sets: [] })] })).toBe(status);
});

test('a stage runs on while a task has no end, unless something mandatory failed', () => {
  const endless = aTask({ ends: 'running' });

  expect(rests({ tasks: [endless] })).toBe('running');
  expect(rests({ tasks: [endless, aTask({ enforcement: 'mandatory', ends: 'failed' })] })).toBe('failed');
});
