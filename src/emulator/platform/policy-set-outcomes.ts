import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { keyOf } from '../world.js';
import { addressed } from './addressed.js';
import { listDocument, oneDocument } from './document.js';
import { filterIn, fitting } from './filters.js';
import { listPage } from './list-page.js';
import { itemsOn, pageOf } from './pagination.js';

/** The outcome sets of an evaluation that fit the filter, whole and paged (platform API §4). */
export function listPolicySetOutcomes(call: Call): WireResponse {
  const evaluation = addressed(call, 'policy-evaluations', 'policy_evaluation_id');
  const query = queryOf(call.request);
  const filter = filterIn(query);
  if (filter === undefined) return listPage(call, evaluation, 'policy-set-outcomes');
  const page = pageOf(query);
  const sets = fitting(call.world.resources(keyOf(evaluation), 'policy-set-outcomes'), filter);
  return listDocument(call, itemsOn(page, sets), { paging: { ...page, total: sets.length } });
}

/** One outcome set (platform API §4). */
export function showPolicySetOutcome(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'policy-set-outcomes', 'policy_set_outcome_id'));
}
