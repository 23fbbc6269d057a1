import { keyOf, type Ref, type Resource } from '../world.js';
import type { Ending } from './item-move.js';
import { overridePermissions } from './permissions.js';
import { policyResources } from './policy-resources.js';
import { pathOf } from './resource-text.js';
import type { RunStory, StageStory, TaskStory } from './story.js';
import { begunAt } from './timestamps.js';

/**
 * Workspaces and runs with all that is below them, pending. The fields of the two are not shown by platform API §2:
 * a name, a status and the relationships are assumed. A workspace does not point back to its run, because go-tfe
 * would follow the two in circles.
 *
 * @param at the time of their making, as the API writes it
 */
export function runResources(runs: readonly RunStory[], at: string): Resource[] {
  const workspaces = [...new Set(runs.map((run) => run.workspace))];
  return [
    ...workspaces.map((id) => ({ type: 'workspaces', id, attributes: { name: id, 'created-at': at } })),
    ...runs.flatMap((run) => [
      runResource(run, at),
      ...run.stages.flatMap((stage) => stageResources(run, stage, at)),
    ]),
  ];
}

function runResource({ id, workspace, speculative, stages }: RunStory, at: string): Resource {
  return {
    type: 'runs',
    id,
    parent: `workspaces/${workspace}`,
    attributes: { status: 'pending', 'plan-only': speculative, 'created-at': at },
    relationships: {
      workspace: { data: { type: 'workspaces', id: workspace } },
      'task-stages': {
        data: refs('task-stages', stages),
        related: `${pathOf({ type: 'runs', id })}/task-stages`,
      },
    },
  };
}

function stageResources(run: RunStory, { id, stage, tasks, policies }: StageStory, at: string): Resource[] {
  const self = { type: 'task-stages', id };
  const resource: Resource = {
    ...self,
    parent: `runs/${run.id}`,
    attributes: {
      stage,
      ...begunAt(at),
      permissions: overridePermissions,
      actions: { 'is-overridable': false },
    },
    relationships: {
      run: { data: { type: 'runs', id: run.id } },
      'task-results': { data: refs('task-results', tasks) },
      'policy-evaluations': { data: refs('policy-evaluations', policies) },
    },
  };
  const results = tasks.map((task) => resultResource(self, task, stage, run.speculative, at));
  return [resource, ...results, ...policies.flatMap((policy) => policyResources(self, policy, at))];
}

function resultResource(
  taskStage: Ref,
  task: TaskStory,
  stage: string,
  speculative: boolean,
  at: string,
): Resource {
  const ending: Ending = { ends: task.ends, reports: { message: task.message } };
  return {
    type: 'task-results',
    id: task.id,
    parent: keyOf(taskStage),
    attributes: {
      message: '',
      ...begunAt(at),
      url: task.url,
      'task-id': task.task,
      'task-name': task.name,
      'task-url': task.url,
      stage,
      'is-speculative': speculative,
      'workspace-task-id': task['workspace-task'],
      'workspace-task-enforcement-level': task.enforcement,
    },
    relationships: { 'task-stage': { data: taskStage } },
    own: { ...ending },
  };
}

function refs(type: string, stories: readonly { readonly id: string }[]): Ref[] {
  return stories.map(({ id }) => ({ type, id }));
}
