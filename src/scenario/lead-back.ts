import { apiOfPath } from '../api/route.js';
import { isJsonObject, type Json } from '../exchange/json.js';
import type { HeaderRecord } from '../exchange/response.js';

/**
 * What a step writes, in a session that was chosen by a path prefix: texts that are a path of one of the two APIs, such
 * as a `next` link, get the prefix, so that whoever follows them stays in the session.
 */
export function leadBack(value: Json, prefix: string): Json {
  if (prefix === '') return value;
  if (typeof value === 'string') return withPrefix(value, prefix);
  if (Array.isArray(value)) return value.map((item) => leadBack(item, prefix));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, leadBack(member, prefix)]));
}

/** The same for headers, e.g. `location` and `x-terraform-get`. */
export function leadBackHeaders(headers: HeaderRecord, prefix: string): HeaderRecord {
  if (prefix === '') return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? withPrefix(value, prefix) : value.map((one) => withPrefix(one, prefix)),
    ]),
  );
}

function withPrefix(text: string, prefix: string): string {
  return apiOfPath(text.split(/[?#]/, 1)[0] ?? '') === undefined ? text : prefix + text;
}
