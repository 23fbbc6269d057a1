import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { keyOf, type Resource, type World } from '../world.js';
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
  const ids = call.world.list(keyOf(parent), type);
  const resources = resourcesOf(call.world, type, itemsOn(page, ids));
  const paging = { ...page, total: ids.length };
  return listDocument(call, resources, { paging, ...(include && { included: include(resources) }) });
}

/** The resources of these ids, in their order. */
export function resourcesOf(world: World, type: string, ids: readonly string[]): Resource[] {
  return ids.map((id) => world.get(type, id)).filter((resource) => resource !== undefined);
}
