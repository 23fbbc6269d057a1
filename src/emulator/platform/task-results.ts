import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { addressed } from './addressed.js';
import { oneDocument } from './document.js';

/** One task result (platform API §4). */
export function showTaskResult(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'task-results', 'task_result_id'));
}
