import { isJsonObject, type Json, parseJson } from '../exchange/json.js';
import { isFileBody, textOf, type WireResponse } from '../exchange/response.js';
import type { JsonPath } from './json-path.js';
import { leadBack, leadBackHeaders } from './lead-back.js';
import type { Step } from './step.js';

/**
 * What a step makes of another source's answer: its headers set, members of a JSON body replaced or added. A body that
 * is no JSON, is encoded, or lies in a file stays as it is.
 * @param prefix of the session's paths
 */
export function amend(response: WireResponse, step: Step, prefix: string): WireResponse {
  const { status } = response;
  const headers = { ...response.headers, ...leadBackHeaders(step.headers, prefix) };
  const document = step.patch.length === 0 ? undefined : documentOf(response);
  if (document === undefined) return { status, headers, body: response.body };
  let patched = document;
  for (const { path, value } of step.patch) patched = replaceAt(patched, path, leadBack(value, prefix));
  const { 'content-length': _, ...rest } = headers;
  return { status, headers: rest, body: JSON.stringify(patched) };
}

function documentOf({ headers, body }: WireResponse): Json | undefined {
  if (body === null || isFileBody(body)) return undefined;
  const encoded = typeof body !== 'string' && headers['content-encoding'] !== undefined;
  return encoded ? undefined : parseJson(textOf(body));
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
