import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { addressed } from './addressed.js';
import { oneDocument } from './document.js';
import { listPage } from './list-page.js';

/** The policy evaluations of a stage, paged (platform API §4). */
export function listPolicyEvaluations(call: Call): WireResponse {
  return listPage(call, addressed(call, 'task-stages', 'task_stage_id'), 'policy-evaluations');
}

/** One policy evaluation (extra). */
export function showPolicyEvaluation(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'policy-evaluations', 'policy_evaluation_id'));
}
