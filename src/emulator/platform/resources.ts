import type { TaskStageStatus } from '../../api/task-stage-states.js';
import type { Json } from '../../exchange/json.js';
import { keyOf, type Resource, seedOf, World } from '../world.js';
import { moveStage } from './move-stage.js';
import { oauthResources } from './oauth-resources.js';
import { runResources } from './run-resources.js';
import type { PlatformStory } from './story.js';
import { isoTime } from './timestamps.js';

/**
 * What a story's platform holds when it begins, in the order in which lists show it. Everything is made pending and
 * then moved to where its stage starts, as it would be moved later.
 *
 * @param startedAt milliseconds since 1970
 */
export function platformResources(story: PlatformStory, startedAt: number): Resource[] {
  const at = isoTime(startedAt);
  const made = [...runResources(story.runs, at), ...oauthResources(story['oauth-clients'], at)];
  const world = new World(seedOf(made), new Map<string, Json>());
  for (const { id, starts } of story.runs.flatMap((run) => run.stages)) {
    for (const status of wayTo(starts)) moveStage(world, id, status, startedAt);
  }
  return made.map((resource) => world.find(keyOf(resource)) ?? resource);
}

/** What has an outcome has run before. */
function wayTo(status: TaskStageStatus): TaskStageStatus[] {
  if (status === 'pending') return [];
  return ['passed', 'failed', 'awaiting_override'].includes(status) ? ['running', status] : [status];
}
