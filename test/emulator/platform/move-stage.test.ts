import { expect, test } from 'vitest';
import {
  nextStatuses,
  type PolicyEvaluationStatus,
  policyEvaluationStatuses,
  type TaskResultStatus,
  taskResultStatuses,
  type TaskStageStatus,
} from '../../../src/api/task-stage-states.js';
import { moveStage } from '../../../src/emulator/platform/move-stage.js';
import { Backend, startedAt } from './backend.js';
import { aPolicy, aRun, aStage, aStory, aTask } from './stories.js';

interface Ends {
  readonly task?: TaskResultStatus;
  readonly policy?: PolicyEvaluationStatus;
}

function aBackend({ task = 'passed', policy = 'failed' }: Ends = {}): Backend {
  const stage = aStage({ tasks: [aTask({ ends: task })], policies: [aPolicy({ ends: policy })] });
  return new Backend(aStory({ runs: [aRun({ stages: [stage] })] }));
}

/** Moves the stage on, a second a step, and says how stage, result and evaluation stand after each. */
function walk(backend: Backend, ...way: TaskStageStatus[]): string[] {
  return way.map((status, at) => {
    moveStage(backend.world, 'ts-1', status, startedAt + (at + 1) * 1000);
    return statuses(backend);
  });
}

function statuses(backend: Backend): string {
  return ['task-stages/ts-1', 'task-results/taskrs-1', 'policy-evaluations/poleval-1']
    .map((key) => backend.world.find(key)!.attributes['status'] as string)
    .join(' ');
}

const timestamps = (backend: Backend, key: string): unknown =>
  backend.world.find(key)!.attributes['status-timestamps'];

test('results and evaluations run with their stage, end with it and stay ended', () => {
  expect(walk(aBackend(), 'running', 'awaiting_override', 'running', 'passed')).toEqual([
    'running running running',
    'awaiting_override passed failed',
    'running passed overridden',
    'passed passed overridden',
  ]);
});

test('a stage keeps when it waited for the override and replaces when it ran', () => {
  const backend = aBackend();

  walk(backend, 'running', 'awaiting_override', 'running', 'passed');

  expect(timestamps(backend, 'task-stages/ts-1')).toEqual({
    'pending-at': '2026-03-02T09:00:00.000Z',
    'running-at': '2026-03-02T09:00:03.000Z',
    'awaiting-override-at': '2026-03-02T09:00:02.000Z',
    'passed-at': '2026-03-02T09:00:04.000Z',
  });
  expect(backend.world.get('task-stages', 'ts-1')?.attributes['updated-at']).toBe('2026-03-02T09:00:04.000Z');
});

test('an evaluation is queued and running, ends with its stage and is overridden later', () => {
  const backend = aBackend();

  walk(backend, 'running', 'awaiting_override', 'running', 'passed');

  expect(timestamps(backend, 'policy-evaluations/poleval-1')).toEqual({
    'pending-at': '2026-03-02T09:00:00.000Z',
    'queued-at': '2026-03-02T09:00:01.000Z',
    'running-at': '2026-03-02T09:00:01.000Z',
    'failed-at': '2026-03-02T09:00:02.000Z',
    'overridden-at': '2026-03-02T09:00:03.000Z',
  });
});

test('only a stage that waits for an override can be overridden', () => {
  const backend = aBackend();
  const overridable = (): unknown => backend.world.get('task-stages', 'ts-1')?.attributes['actions'];

  walk(backend, 'running', 'awaiting_override');
  const waiting = overridable();
  walk(backend, 'running');

  expect([waiting, overridable()]).toEqual([{ 'is-overridable': true }, { 'is-overridable': false }]);
});

test('a failed task result is not overridden', () => {
  expect(walk(aBackend({ task: 'failed' }), 'running', 'awaiting_override', 'running')).toEqual([
    'running running running',
    'awaiting_override failed failed',
    'running failed overridden',
  ]);
});

test.each(['canceled', 'errored', 'unreachable'] as const)(
  'a stage that becomes %s takes along what has not ended',
  (end) => {
    expect(walk(aBackend(), end)).toEqual([`${end} ${end} ${end}`]);
    expect(walk(aBackend(), 'running', end)[1]).toBe(`${end} ${end} ${end}`);
    expect(walk(aBackend(), 'running', 'awaiting_override', end)[2]).toBe(`${end} passed failed`);
  },
);

test('a stage that fails without having run ends what is below it', () => {
  expect(walk(aBackend({ task: 'failed' }), 'failed')).toEqual(['failed failed failed']);
});

test('an evaluation that never ends hangs while its stage has failed', () => {
  expect(walk(aBackend({ task: 'failed', policy: 'pending' }), 'running', 'failed')).toEqual([
    'running running pending',
    'failed failed pending',
  ]);
  expect(walk(aBackend({ policy: 'queued' }), 'running', 'passed')).toEqual([
    'running running queued',
    'passed passed queued',
  ]);
});

test('what never ends reports nothing', () => {
  const backend = aBackend({ task: 'running', policy: 'running' });

  walk(backend, 'running', 'passed');

  expect(backend.world.get('task-results', 'taskrs-1')?.attributes['message']).toBe('');
  expect(backend.world.get('policy-evaluations', 'poleval-1')?.attributes['result-count']).toMatchObject({
    'mandatory-failed': 0,
  });
});

test('an evaluation told to end overridden has failed until the override', () => {
  expect(walk(aBackend({ policy: 'overridden' }), 'running', 'awaiting_override', 'running')).toEqual([
    'running running running',
    'awaiting_override passed failed',
    'running passed overridden',
  ]);
});

test('whatever the story says and whichever way a stage goes, nothing goes back or leaves its end', () => {
  const order = ['pending', 'queued', 'running'];
  const rank = (status: string): number => (order.includes(status) ? order.indexOf(status) : order.length);
  const stories = taskResultStatuses.flatMap((task) =>
    policyEvaluationStatuses.map((policy) => ({ task, policy })),
  );
  const ways = waysFrom('pending', 4);
  for (const ends of stories) {
    for (const way of ways) {
      const steps = ['pending pending pending', ...walk(aBackend(ends), ...way)].map((step) =>
        step.split(' '),
      );
      steps.slice(1).forEach((step, at) => {
        const before = steps[at]!;
        const overridden = before[0] === 'awaiting_override' && step[0] === 'running';
        for (const item of [1, 2]) {
          const [was, is] = [before[item]!, step[item]!];
          expect(rank(is)).toBeGreaterThanOrEqual(rank(was));
          if (rank(was) < order.length) continue;
          expect(is).toBe(overridden && item === 2 && was === 'failed' ? 'overridden' : was);
        }
      });
    }
  }
  expect(ways.length * stories.length).toBeGreaterThan(2000);
});

function waysFrom(from: TaskStageStatus, length: number): TaskStageStatus[][] {
  if (length === 0 || nextStatuses[from].length === 0) return [[]];
  return nextStatuses[from].flatMap((to) => waysFrom(to, length - 1).map((way) => [to, ...way]));
}

test('a move changes nothing but the stage, what is below it and its run', () => {
  const backend = aBackend();

  walk(backend, 'running');

  expect([...backend.changes.keys()].sort()).toEqual([
    'policy-evaluations/poleval-1',
    'runs/run-1',
    'task-results/taskrs-1',
    'task-stages/ts-1',
  ]);
});

test('a run that a move does not change is not written again', () => {
  const backend = aBackend();
  walk(backend, 'running');
  const run = backend.world.get('runs', 'run-1');

  walk(backend, 'running');

  expect(backend.world.get('runs', 'run-1')).toBe(run);
});

test('a move of a stage that is not there changes nothing', () => {
  const backend = aBackend();

  moveStage(backend.world, 'ts-none', 'running', startedAt);

  expect(backend.changes.size).toBe(0);
});

test('a stage learnt from elsewhere, of which nothing private is known, moves too', () => {
  const { world } = aBackend();
  const stage = world.get('task-stages', 'ts-1')!;
  const { permissions: _permissions, ...attributes } = stage.attributes;
  world.put({ ...stage, attributes });
  for (const key of ['task-results/taskrs-1', 'policy-evaluations/poleval-1']) {
    const { own: _own, ...known } = world.find(key)!;
    world.put(known);
  }

  for (const status of ['running', 'passed'] as const) moveStage(world, 'ts-1', status, startedAt);

  expect(world.get('task-stages', 'ts-1')?.attributes['permissions']).toMatchObject({ 'can-override': true });
  expect(world.get('task-results', 'taskrs-1')?.attributes['status']).toBe('passed');
  expect(world.get('policy-evaluations', 'poleval-1')?.attributes['status']).toBe('passed');
});
