import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { keyOf, type Resource } from '../world.js';
import { listDocument, listText } from './document.js';
import { documentHeaders } from './headers.js';
import { keptPage } from './kept-pages.js';
import { itemsOn, pageOf } from './pagination.js';

/**
 * The page that the query asks for of what lies below a resource, for resources that are the same to everybody. Who
 * sees the resource above sees all of it, so nothing is looked at but the page.
 */
export function listPage(call: Call, parent: Resource, type: string): WireResponse {
  const { base, path, query } = call.request;
  const all = call.world.resources(keyOf(parent), type);
  const body = keptPage(all, `${base.prefix}${path}?${query}`, () => {
    const page = pageOf(queryOf(call.request));
    return listText(call, itemsOn(page, all), { paging: { ...page, total: all.length } });
  });
  return { status: 200, headers: documentHeaders, body };
}

/** The same with resources beside, or of resources that are not the same to everybody. */
export function listPageWith(
  call: Call,
  parent: Resource,
  type: string,
  include: (resources: readonly Resource[]) => readonly Resource[],
): WireResponse {
  const page = pageOf(queryOf(call.request));
  const all = call.world.resources(keyOf(parent), type);
  const resources = itemsOn(page, all);
  return listDocument(call, resources, {
    paging: { ...page, total: all.length },
    included: include(resources),
  });
}
