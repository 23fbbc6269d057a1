import { isJsonObject, type Json, parseJson } from '../exchange/json.js';
import type { WireResponse } from '../exchange/response.js';
import type { JsonPath } from './json-path.js';
import type { Step } from './step.js';

/** Whether a step changes the answers of others. */
export function amends(step: Step): boolean {
  return step.patch.length > 0 || Object.keys(step.headers).length > 0;
}

/** What a step makes of another source's answer: its headers set, members of a JSON body replaced. */
export function amend(response: WireResponse, step: Step): WireResponse {
  return {
    ...response,
    headers: { ...response.headers, ...step.headers },
    body: step.patch.length === 0 ? response.body : patchBody(response.body, step),
  };
}

function patchBody(body: WireResponse['body'], { patch }: Step): WireResponse['body'] {
  if (typeof body !== 'string') return body;
  let document = parseJson(body);
  if (document === undefined) return body;
  for (const { path, value } of patch) document = replaceAt(document, path, value);
  return JSON.stringify(document);
}

/** A copy with one member replaced or added; a path that leads nowhere changes nothing. */
function replaceAt(document: Json, path: JsonPath, value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    if (!Array.isArray(document)) return document;
    return document.map((item, at) => (at === first ? replaceAt(item, rest, value) : item));
  }
  if (!isJsonObject(document)) return document;
  if (!Object.hasOwn(document, first) && rest.length > 0) return document;
  return { ...document, [first]: replaceAt(document[first] ?? null, rest, value) };
}
