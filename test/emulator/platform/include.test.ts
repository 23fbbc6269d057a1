import { expect, test } from 'vitest';
import { Backend, type Answer } from './backend.js';
import { aPolicy, aRun, aSet, aStage, aStory, aTask } from './stories.js';

const story = aStory({
  runs: [
    aRun({
      stages: [
        aStage(),
        aStage({
          id: 'ts-2',
          stage: 'pre_apply',
          tasks: [aTask({ id: 'taskrs-2' }), aTask({ id: 'taskrs-3' })],
          policies: [aPolicy({ id: 'poleval-2', sets: [aSet({ id: 'psout-2' })] })],
        }),
      ],
    }),
  ],
});
const backend = new Backend(story);
const keysIn = ({ included }: Answer): string[] | undefined =>
  included?.map(({ type, id }) => `${type}/${id}`);

test.each([
  ['run', ['runs/run-1']],
  ['run.workspace', ['runs/run-1', 'workspaces/ws-1']],
  ['task-results', ['task-results/taskrs-1']],
  ['policy-evaluations', ['policy-evaluations/poleval-1']],
  ['policy_evaluations,task_results', ['policy-evaluations/poleval-1', 'task-results/taskrs-1']],
  ['run,run.workspace,run', ['runs/run-1', 'workspaces/ws-1']],
  ['task_results%2Ctask-results', ['task-results/taskrs-1']],
])('a stage is shown with include=%s', (include, keys) => {
  const answer = backend.get(`/api/v2/task-stages/ts-1?include=${include}`);

  expect(answer.status).toBe(200);
  expect(answer.data.id).toBe('ts-1');
  expect(keysIn(answer)).toEqual(keys);
});

test.each(['', '?include=', '?include=,', '?other=run'])('nothing is included with "%s"', (query) => {
  expect(backend.get(`/api/v2/task-stages/ts-1${query}`).included).toBeUndefined();
});

test('a list of stages includes each related resource once', () => {
  const answer = backend.get('/api/v2/runs/run-1/task-stages?include=run,task-results');

  expect(keysIn(answer)).toEqual([
    'runs/run-1',
    'task-results/taskrs-1',
    'task-results/taskrs-2',
    'task-results/taskrs-3',
  ]);
  expect(answer.links?.['self']).toContain('include=run%2Ctask-results&page');
});

test('only the page that is shown brings its related resources', () => {
  const answer = backend.get('/api/v2/runs/run-1/task-stages?include=task-results&page[size]=1');

  expect(keysIn(answer)).toEqual(['task-results/taskrs-1']);
});

test('an included resource reads as it does alone', () => {
  const { included } = backend.get('/api/v2/task-stages/ts-1?include=policy-evaluations');

  expect(included?.[0]).toEqual(backend.get('/api/v2/policy-evaluations/poleval-1').data);
});

test('a run is shown with its stages and what is below them', () => {
  const answer = backend.get('/api/v2/runs/run-1?include=workspace,task_stages.policy_evaluations');

  expect(keysIn(answer)).toEqual([
    'workspaces/ws-1',
    'task-stages/ts-1',
    'task-stages/ts-2',
    'policy-evaluations/poleval-1',
    'policy-evaluations/poleval-2',
  ]);
});

test('an included workspace does not lead back to its run, because go-tfe would follow it for ever', () => {
  const { included } = backend.get('/api/v2/task-stages/ts-1?include=run.workspace');

  const workspace = included?.find(({ type }) => type === 'workspaces');
  expect(workspace).toBeDefined();
  expect(workspace?.relationships?.['current-run']).toBeUndefined();
});

test.each([
  '/api/v2/task-stages/ts-1?include=cost-estimate',
  '/api/v2/task-stages/ts-1?include=run,constructor',
  '/api/v2/task-stages/ts-1?include=run.workspace.run',
  '/api/v2/task-stages/ts-1?include=run,%20task-results',
  '/api/v2/runs/run-1/task-stages?include=task-stages',
  '/api/v2/runs/run-1?include=plan',
])('what cannot be included is a bad request that clients recognise: %s', (url) => {
  const { status, errors } = backend.get(url);

  expect(status).toBe(400);
  expect(errors[0]).toMatchObject({ title: 'bad request', source: { parameter: 'include' } });
  expect(errors[0]?.detail).toMatch(/Invalid include parameter$/);
});

test('of an include given twice the last counts', () => {
  expect(keysIn(backend.get('/api/v2/task-stages/ts-1?include=nonsense&include=run'))).toEqual([
    'runs/run-1',
  ]);
});

test('a related resource that was removed is left out', () => {
  const removing = new Backend(story);
  removing.world.remove('task-results', 'taskrs-1');

  const answer = removing.get('/api/v2/task-stages/ts-1?include=task-results,run');

  expect(keysIn(answer)).toEqual(['runs/run-1']);
});
