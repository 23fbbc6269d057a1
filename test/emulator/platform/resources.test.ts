import { expect, test } from 'vitest';
import { taskStageStatuses } from '../../../src/api/task-stage-states.js';
import { platformResources } from '../../../src/emulator/platform/resources.js';
import { keyOf } from '../../../src/emulator/world.js';
import { startedAt } from './backend.js';
import { aRun, aStage, aStory } from './stories.js';

test('a story becomes one resource a thing, each below its parent', () => {
  const resources = platformResources(aStory(), startedAt);

  expect(resources.map((resource) => [keyOf(resource), resource.parent])).toEqual([
    ['workspaces/ws-1', undefined],
    ['runs/run-1', 'workspaces/ws-1'],
    ['task-stages/ts-1', 'runs/run-1'],
    ['task-results/taskrs-1', 'task-stages/ts-1'],
    ['policy-evaluations/poleval-1', 'task-stages/ts-1'],
    ['policy-set-outcomes/psout-1', 'policy-evaluations/poleval-1'],
    ['oauth-clients/oc-1', 'organizations/acme'],
    ['oauth-tokens/ot-1', 'oauth-clients/oc-1'],
    ['oauth-tokens/ot-2', 'oauth-clients/oc-1'],
  ]);
});

test.each(taskStageStatuses)('a stage can start %s, and what has an outcome has run before', (starts) => {
  const story = aStory({ runs: [aRun({ stages: [aStage({ starts })] })] });

  const { attributes } = platformResources(story, startedAt).find(({ id }) => id === 'ts-1')!;

  const has = Object.keys(attributes['status-timestamps'] as object);
  const ran = ['running', 'passed', 'failed', 'awaiting_override'].includes(starts);
  expect(attributes['status']).toBe(starts);
  expect(has).toContain(`${starts.replace('_', '-')}-at`);
  expect(has.includes('running-at')).toBe(ran);
});

test('all times are UTC with milliseconds and a literal Z, which go-tfe insists on', () => {
  const story = aStory({ runs: [aRun({ stages: [aStage({ starts: 'awaiting_override' })] })] });

  const text = JSON.stringify(platformResources(story, startedAt + 7));

  const times = text.match(/\d{4}-\d\d-\d\dT[^"]*/g) ?? [];
  expect(times.length).toBeGreaterThan(20);
  expect(new Set(times)).toEqual(new Set(['2026-03-02T09:00:00.007Z']));
});

test('the same story gives the same resources', () => {
  expect(platformResources(aStory(), startedAt)).toEqual(platformResources(aStory(), startedAt));
});
