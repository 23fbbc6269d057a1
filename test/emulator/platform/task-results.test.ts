import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { aRun, aStage, aStory, aTask } from './stories.js';

const story = aStory({
  runs: [
    aRun({
      speculative: true,
      stages: [aStage({ starts: 'passed', tasks: [aTask({ message: 'two\nlines' })], policies: [] })],
    }),
  ],
});

test('a task result is shown as documented', () => {
  const { status, data } = new Backend(story).get('/api/v2/task-results/taskrs-1');

  const at = '2026-03-02T09:00:00.000Z';
  expect(status).toBe(200);
  expect(data).toEqual({
    id: 'taskrs-1',
    type: 'task-results',
    attributes: {
      message: 'two\nlines',
      status: 'passed',
      'status-timestamps': { 'pending-at': at, 'running-at': at, 'passed-at': at },
      url: 'https://tasks.example/results/1',
      'created-at': at,
      'updated-at': at,
      'task-id': 'task-1',
      'task-name': 'cost-guard',
      'task-url': 'https://tasks.example/results/1',
      stage: 'post_plan',
      'is-speculative': true,
      'workspace-task-id': 'wstask-1',
      'workspace-task-enforcement-level': 'advisory',
    },
    relationships: { 'task-stage': { data: { id: 'ts-1', type: 'task-stages' } } },
    links: { self: '/api/v2/task-results/taskrs-1' },
  });
});

test('a task result reports nothing before it has ended', () => {
  const { attributes } = new Backend(aStory()).get('/api/v2/task-results/taskrs-1').data;

  expect([attributes['status'], attributes['message']]).toEqual(['pending', '']);
});

test('a task result that is not there is not found', () => {
  expect(new Backend(story).get('/api/v2/task-results/taskrs-none').text).toBe(
    '{"errors":[{"status":"404","title":"not found"}]}',
  );
});
