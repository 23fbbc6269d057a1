import { errorResponse } from '../../api/errors.js';
import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { jsonAnswer } from './answers.js';
import { latestSummary, type ModuleResource } from './module.js';
import { pageMeta, type Paging, readPaging } from './pagination.js';

/** Which modules of a list to keep. */
export type Keep = (module: ModuleResource) => boolean;

/**
 * The part of a list of modules that a request asks for, in the paginated envelope (registry API §4). Looks at no
 * more modules than the page needs; with a condition, at those before it too.
 */
export function answerPage(call: Call, ids: readonly string[], keep?: Keep): WireResponse {
  const paging = readPaging(queryOf(call.request));
  if (!('limit' in paging)) return errorResponse('registry', paging);
  const { modules, more } = keep ? takeKept(call, ids, keep, paging) : take(call, ids, paging);
  const meta = JSON.stringify(pageMeta(call.request, paging, more));
  return jsonAnswer(`{"meta":${meta},"modules":[${modules.map(latestSummary).join(',')}]}`);
}

interface Page {
  readonly modules: readonly ModuleResource[];
  readonly more: boolean;
}

function take({ world }: Call, ids: readonly string[], { offset, limit }: Paging): Page {
  const modules = ids.slice(offset, offset + limit).map((id) => world.get('modules', id) as ModuleResource);
  return { modules, more: offset + limit < ids.length };
}

function takeKept({ world }: Call, ids: readonly string[], keep: Keep, { offset, limit }: Paging): Page {
  const modules: ModuleResource[] = [];
  let skip = offset;
  for (const id of ids) {
    const module = world.get('modules', id) as ModuleResource;
    if (!keep(module)) continue;
    if (skip-- > 0) continue;
    if (modules.length === limit) return { modules, more: true };
    modules.push(module);
  }
  return { modules, more: false };
}
