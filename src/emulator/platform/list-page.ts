import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { keyOf, type Resource } from '../world.js';
import { listDocument } from './document.js';
import { itemsOn, pageOf } from './pagination.js';

/**
 * The page that the query asks for of what lies below a resource. Who sees the resource sees all of it, so nothing
 * is looked at but the page.
 */
export function listPage(
  call: Call,
  parent: Resource,
  type: string,
  include?: (resources: readonly Resource[]) => readonly Resource[],
): WireResponse {
  const page = pageOf(queryOf(call.request));
  const all = call.world.resources(keyOf(parent), type);
  const resources = itemsOn(page, all);
  const paging = { ...page, total: all.length };
  return listDocument(call, resources, { paging, ...(include && { included: include(resources) }) });
}
