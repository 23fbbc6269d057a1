import { hashHex } from './hash.js';
import { parseJson, sortedJson } from './json.js';
import { parseQuery } from './query.js';
import { bodyText, type WireRequest } from './request.js';

/**
 * What two requests must share to be the same request, as text: method, path, query in any order and, for writes, the
 * body (JSON with its members in any order).
 */
export function requestKey(request: WireRequest): string {
  const { method, path, query, body } = request;
  const pairs = query === '' ? '' : sortedPairs(query);
  const key = pairs === '' ? `${method} ${path}` : `${method} ${path}?${pairs}`;
  if (body === undefined || body.length === 0) return key;
  const text = bodyText(request);
  const json = parseJson(text);
  return `${key} ${hashHex(json === undefined ? text : sortedJson(json))}`;
}

function sortedPairs(query: string): string {
  return parseQuery(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
}
