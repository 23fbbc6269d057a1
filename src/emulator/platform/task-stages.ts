import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { addressed } from './addressed.js';
import { oneDocument } from './document.js';
import { besideStages, includedBeside } from './include.js';
import { listPageWith } from './list-page.js';
import { overrideComment } from './override-comment.js';
import { conflict } from './problem.js';

/** The stages of a run, paged, with what `include` asks for (platform API §4). */
export function listTaskStages(call: Call): WireResponse {
  const run = addressed(call, 'runs', 'run_id');
  return listPageWith(call, run, 'task-stages', (stages) => includedBeside(call, stages, besideStages));
}

/** One stage, with what `include` asks for (platform API §4). */
export function showTaskStage(call: Call): WireResponse {
  const stage = addressed(call, 'task-stages', 'task_stage_id');
  return oneDocument(call, stage, includedBeside(call, [stage], besideStages));
}

/**
 * Overrides a stage that waits for it and shows it as it is then (platform API §3). The comment of an optional JSON
 * body goes to the journal; 409 for a stage that does not wait is assumed.
 */
export function overrideTaskStage(call: Call): WireResponse {
  const stage = addressed(call, 'task-stages', 'task_stage_id', 'override');
  const comment = overrideComment(call.request);
  const status = stage.attributes['status'];
  if (status !== 'awaiting_override') {
    throw conflict(
      `transition not allowed: the task stage is ${JSON.stringify(status)}, only one that is "awaiting_override" can be overridden`,
    );
  }
  if (comment !== undefined) call.note({ comment });
  call.override(stage.id);
  return oneDocument(call, call.world.get('task-stages', stage.id) ?? stage);
}
