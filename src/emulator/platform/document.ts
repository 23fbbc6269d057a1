import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import type { Resource } from '../world.js';
import { grantOf } from './addressed.js';
import { documentHeaders } from './headers.js';
import { envelopeText, type Paging } from './pagination.js';
import { asShownTo } from './permissions.js';
import { resourceText } from './resource-text.js';

const none: readonly Resource[] = [];

/** Answers with one resource (platform API §2). */
export function oneDocument(call: Call, resource: Resource, included = none): WireResponse {
  return answer(call, textsOf(call, [resource]), [...included, resource], included);
}

/** Answers with a list; with pagination links and meta when it is a page of something longer (platform API §2). */
export function listDocument(
  call: Call,
  resources: readonly Resource[],
  { included = none, paging }: { readonly included?: readonly Resource[]; readonly paging?: Paging } = {},
): WireResponse {
  const envelope = paging ? envelopeText(call.request, paging) : '';
  return answer(call, `[${textsOf(call, resources)}]`, [...included, ...resources], included, envelope);
}

function answer(
  call: Call,
  data: string,
  shown: readonly Resource[],
  included: readonly Resource[],
  envelope = '',
): WireResponse {
  const beside = included.length > 0 ? `,"included":[${textsOf(call, included)}]` : '';
  const response = {
    status: 200,
    headers: documentHeaders,
    body: `{"data":${data}${beside}${envelope}}`,
  };
  if (call.request.method === 'GET') tellStages(call, shown);
  return response;
}

function textsOf(call: Call, resources: readonly Resource[]): string {
  const grant = grantOf(call);
  const { prefix } = call.request.base;
  let texts = '';
  for (const resource of resources) {
    texts += `${texts === '' ? '' : ','}${resourceText(asShownTo(grant, resource), prefix)}`;
  }
  return texts;
}

/** Only once the text is made: what is told here may move the stage on. */
function tellStages(call: Call, resources: readonly Resource[]): void {
  for (const { type, id } of resources) if (type === 'task-stages') call.shown(id);
}
