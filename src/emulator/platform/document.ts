import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import type { Resource } from '../world.js';
import { grantOf } from './addressed.js';
import { documentHeaders } from './headers.js';
import { envelopeText, type Paging } from './pagination.js';
import { asShownTo } from './permissions.js';
import { resourceText } from './resource-text.js';

const none: readonly Resource[] = [];

/** What a list document holds beside its resources. */
interface Beside {
  readonly included?: readonly Resource[];
  /** Which page it is, when it is one of something longer. */
  readonly paging?: Paging;
}

/** Answers with one resource (platform API §2). */
export function oneDocument(call: Call, resource: Resource, included = none): WireResponse {
  const body = documentText(call, textsOf(call, [resource]), included);
  return shown(call, body, [...included, resource]);
}

/** Answers with a list; with pagination links and meta when it is a page of something longer (platform API §2). */
export function listDocument(call: Call, resources: readonly Resource[], beside: Beside = {}): WireResponse {
  return shown(call, listText(call, resources, beside), [...(beside.included ?? none), ...resources]);
}

/** The text of {@link listDocument}. */
export function listText(
  call: Call,
  resources: readonly Resource[],
  { included = none, paging }: Beside,
): string {
  const envelope = paging ? envelopeText(call.request, paging) : '';
  return documentText(call, `[${textsOf(call, resources)}]`, included, envelope);
}

function documentText(call: Call, data: string, included: readonly Resource[], envelope = ''): string {
  const beside = included.length > 0 ? `,"included":[${textsOf(call, included)}]` : '';
  return `{"data":${data}${beside}${envelope}}`;
}

/** What is told of stages here may move them on, so the text is made before. */
function shown(call: Call, body: string, resources: readonly Resource[]): WireResponse {
  if (call.request.method === 'GET') {
    for (const { type, id } of resources) if (type === 'task-stages') call.shown(id);
  }
  return { status: 200, headers: documentHeaders, body };
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
