import { expect, test } from 'vitest';
import { moveStage } from '../../../src/emulator/platform/move-stage.js';
import { Backend } from './backend.js';
import { aRun, aStage, aStory, aTask } from './stories.js';

test('a stage is shown as documented', () => {
  const { status, data, headers } = new Backend(aStory()).get('/api/v2/task-stages/ts-1');

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
  expect(data).toEqual({
    id: 'ts-1',
    type: 'task-stages',
    attributes: {
      stage: 'post_plan',
      status: 'pending',
      'status-timestamps': { 'pending-at': '2026-03-02T09:00:00.000Z' },
      'created-at': '2026-03-02T09:00:00.000Z',
      'updated-at': '2026-03-02T09:00:00.000Z',
      permissions: { 'can-override-policy': true, 'can-override-tasks': false, 'can-override': true },
      actions: { 'is-overridable': false },
    },
    relationships: {
      run: { data: { id: 'run-1', type: 'runs' } },
      'task-results': { data: [{ id: 'taskrs-1', type: 'task-results' }] },
      'policy-evaluations': { data: [{ id: 'poleval-1', type: 'policy-evaluations' }] },
    },
    links: { self: '/api/v2/task-stages/ts-1' },
  });
});

test('a stage that is not there is not found, however long its id', () => {
  const backend = new Backend(aStory());

  for (const id of ['ts-none', 'x'.repeat(100_000), '__proto__', '%00', '%']) {
    const { status, text } = backend.get(`/api/v2/task-stages/${id}`);
    expect([status, text]).toEqual([404, '{"errors":[{"status":"404","title":"not found"}]}']);
  }
});

test('the stages of a run are listed in order with the pagination envelope', () => {
  const stages = [
    aStage({ id: 'ts-pre', stage: 'pre_plan', tasks: [aTask({ id: 'taskrs-pre' })], policies: [] }),
    aStage(),
  ];
  const { status, list, meta, links } = new Backend(aStory({ runs: [aRun({ stages })] })).get(
    '/api/v2/runs/run-1/task-stages',
  );

  expect(status).toBe(200);
  expect(list.map(({ id }) => id)).toEqual(['ts-pre', 'ts-1']);
  expect(meta?.pagination['total-count']).toBe(2);
  expect(links?.['self']).toBe('/api/v2/runs/run-1/task-stages?page%5Bnumber%5D=1&page%5Bsize%5D=20');
});

test('the stages of a run that is not there are not found', () => {
  expect(new Backend(aStory()).get('/api/v2/runs/run-none/task-stages').status).toBe(404);
});

test('every GET that shows a stage tells so once a stage, after the answer was made', () => {
  const backend = new Backend(aStory());
  backend.onShown = (id) => moveStage(backend.world, id, 'running', 0);

  const first = backend.get('/api/v2/task-stages/ts-1?include=run');
  const second = backend.get('/api/v2/runs/run-1/task-stages');
  backend.get('/api/v2/runs/run-1?include=task_stages,task_stages.policy_evaluations');

  expect(first.data.attributes['status']).toBe('pending');
  expect(second.list[0]?.attributes['status']).toBe('running');
  expect(backend.shown).toEqual(['ts-1', 'ts-1', 'ts-1']);
});

test('what does not show the status of a stage does not tell so', () => {
  const backend = new Backend(aStory());

  backend.get('/api/v2/runs/run-1');
  backend.get('/api/v2/task-results/taskrs-1');
  backend.get('/api/v2/task-stages/ts-1/policy-evaluations');
  backend.get('/api/v2/task-stages/ts-1?include=nothing-known');
  backend.get('/api/v2/task-stages/ts-1', { token: undefined });
  backend.ask('HEAD', '/api/v2/task-stages/ts-1');

  expect(backend.shown).toEqual([]);
});
