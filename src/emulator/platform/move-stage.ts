import type { TaskStageStatus } from '../../api/task-stage-states.js';
import { keyOf, type Resource, type World } from '../world.js';
import { moveItem } from './item-move.js';
import { overridePermissions } from './permissions.js';
import { runStatusAfter } from './run-status.js';
import { isoTime, stamped } from './timestamps.js';

/**
 * Brings a task stage to a status, and its task results, policy evaluations and run along with it. The one place
 * that changes a stage; whether a status may follow another is decided where lives are read. A stage that is not
 * there is left alone.
 *
 * @param at session time in milliseconds since 1970
 */
export function moveStage(world: World, stageId: string, status: TaskStageStatus, at: number): void {
  const stage = world.get('task-stages', stageId);
  if (!stage) return;
  const time = isoTime(at);
  world.put(stageIn(stage, status, time));
  for (const type of ['task-results', 'policy-evaluations']) {
    for (const id of world.list(keyOf(stage), type)) {
      const item = world.get(type, id);
      const moved = item && moveItem(item, stage.attributes['status'] as string, status, time);
      if (moved !== item && moved) world.put(moved);
    }
  }
  moveRun(world, stage, status);
}

function stageIn(stage: Resource, status: TaskStageStatus, time: string): Resource {
  const { attributes } = stage;
  return {
    ...stage,
    attributes: {
      ...attributes,
      status,
      'status-timestamps': stamped(attributes['status-timestamps'], status, time),
      'updated-at': time,
      permissions: attributes['permissions'] ?? overridePermissions,
      actions: { 'is-overridable': status === 'awaiting_override' },
    },
  };
}

function moveRun(world: World, stage: Resource, stageStatus: TaskStageStatus): void {
  const run = stage.parent === undefined ? undefined : world.find(stage.parent);
  const status = runStatusAfter(stage.attributes['stage'] as string, stageStatus);
  if (!run || status === undefined || run.attributes['status'] === status) return;
  world.put({ ...run, attributes: { ...run.attributes, status } });
}
