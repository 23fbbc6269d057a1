import type { ApiError } from '../../api/errors.js';
import type { JsonObject } from '../../exchange/json.js';
import { formatQuery, lastValue, parseQuery, type Query } from '../../exchange/query.js';
import type { WireRequest } from '../../exchange/request.js';

/** The limit when none is asked for (registry API §8 rule 3 shows 15 for one list; assumed for the others). */
export const defaultLimit = 15;

/** A higher limit is taken as this one without a word (registry API §8 rule 2; the number is assumed). */
export const maximumLimit = 100;

/** A part of a list. */
export interface Paging {
  readonly offset: number;
  /** The limit applied. */
  readonly limit: number;
}

/** Reads `offset` and `limit`; what is wrong with them when they are not whole numbers from 0 and from 1. */
export function readPaging(query: Query): Paging | readonly ApiError[] {
  const offset = readNumber(query, 'offset', 0, 0);
  const limit = readNumber(query, 'limit', 1, defaultLimit);
  if (typeof offset === 'number' && typeof limit === 'number') {
    return { offset, limit: Math.min(limit, maximumLimit) };
  }
  return [offset, limit].filter((value) => typeof value !== 'number');
}

/** `meta` of a paginated answer (registry API §2 and §8). The URLs are paths, in the caller's session. */
export function pageMeta(request: WireRequest, { offset, limit }: Paging, more: boolean): JsonObject {
  const previous = Math.max(0, offset - limit);
  return {
    limit,
    current_offset: offset,
    ...(more && { next_offset: offset + limit, next_url: pageUrl(request, offset + limit) }),
    ...(offset > 0 && { prev_offset: previous, prev_url: pageUrl(request, previous) }),
  };
}

/** The request's own path and query at another offset: keys sorted, an offset of 0 left out. */
function pageUrl({ base, path, query }: WireRequest, offset: number): string {
  const kept = parseQuery(query).filter(([name]) => name !== 'offset');
  const pairs: Query = offset === 0 ? kept : [...kept, ['offset', String(offset)]];
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const tail = sorted.length === 0 ? '' : `?${formatQuery(sorted)}`;
  return `${base.prefix}${path.replace(/\/$/, '')}${tail}`;
}

function readNumber(query: Query, name: string, least: number, absent: number): number | ApiError {
  const text = lastValue(query, name);
  if (text === undefined) return absent;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  const found = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return {
    status: 400,
    title: 'bad request',
    detail: `${name} must be a whole number of at least ${least}, not ${JSON.stringify(found)}`,
    source: { parameter: name },
  };
}
