import { type TaskStageStatus, taskStageStatuses } from '../../api/task-stage-states.js';
import type { Life } from '../../scenario/lifecycle.js';
import type { PlatformFacts } from './platform-facts.js';
import { objectsIn, type Sighting } from './sightings.js';

const restless: readonly TaskStageStatus[] = ['pending', 'running', 'awaiting_override'];

/**
 * The lives of the stages that were seen waiting for an override: when one is overridden it runs, as platform API §3
 * says, is shown running once, and then comes to where its override led in the recording, else to `passed` (assumed).
 */
export function stageLives(sightings: readonly Sighting[], last: PlatformFacts): Map<string, Life> {
  const waiting = new Set<string>();
  const overridden = new Set<string>();
  for (const { route, status, document } of sightings) {
    if (route.operation.name === 'platform.task-stages.override' && status < 300) {
      overridden.add(route.params['task_stage_id'] ?? '');
    }
    if (!document || route.operation.api !== 'platform') continue;
    const { data, included } = objectsIn(document);
    for (const { type, id, attributes } of [...data, ...included]) {
      const shown = (attributes as { status?: unknown } | undefined)?.status;
      if (type === 'task-stages' && shown === 'awaiting_override') waiting.add(id as string);
    }
  }
  return new Map(
    [...waiting].map((id) => {
      const led = last.things.get(`task-stages/${id}`)?.attributes['status'] as TaskStageStatus;
      const known = overridden.has(id) && taskStageStatuses.includes(led) && !restless.includes(led);
      return [id, lifeTo(known ? led : 'passed')];
    }),
  );
}

function lifeTo(end: TaskStageStatus): Life {
  return [
    { status: 'awaiting_override', until: { kind: 'override' } },
    { status: 'running', until: { kind: 'reads', count: 1 } },
    { status: end, until: { kind: 'end' } },
  ];
}
