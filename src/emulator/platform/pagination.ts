import { formatQuery, lastValue, type Query } from '../../exchange/query.js';
import { queryOf, type WireRequest } from '../../exchange/request.js';
import { badRequest } from './problem.js';

/** Which part of a list is asked for. */
export interface Page {
  /** Counted from 1. */
  readonly number: number;
  readonly size: number;
}

/** A page and how much there is in all. */
export interface Paging extends Page {
  readonly total: number;
}

const defaultSize = 20;
const maximumSize = 100;
const [numberName, sizeName] = ['page[number]', 'page[size]'];

/** Whether a query asks for a page at all. */
export function asksForPage(query: Query): boolean {
  return query.some(([name]) => name === numberName || name === sizeName);
}

/**
 * The page a query asks for: the first and 20 items when it does not say (platform API §4). More than 100 items are
 * taken as 100 (assumed; platform API §8 does not show the maximum).
 *
 * @throws Problem 400 for anything but a whole number from 1.
 */
export function pageOf(query: Query): Page {
  const number = countIn(query, numberName) ?? 1;
  const size = Math.min(countIn(query, sizeName) ?? defaultSize, maximumSize);
  return { number, size };
}

/** The items on a page; none past the end. */
export function itemsOn<T>(page: Page, items: readonly T[]): T[] {
  const start = (page.number - 1) * page.size;
  return items.slice(start, start + page.size);
}

/**
 * `,"links":{…},"meta":{…}` of a page (platform API §2): links are paths with the brackets encoded and keep the other
 * parameters. An empty list has one page, and a page past the end has neither neighbour (both assumed).
 */
export function envelopeText(request: WireRequest, { number, size, total }: Paging): string {
  const last = Math.max(1, Math.ceil(total / size));
  const previous = number > 1 && number <= last ? number - 1 : null;
  const next = number < last ? number + 1 : null;
  const path = request.base.prefix + request.path.replace(/\/$/, '');
  const others = queryOf(request).filter(([name]) => name !== numberName && name !== sizeName);
  const beginning = JSON.stringify(`${path}?${formatQuery([...others, [numberName, '']])}`).slice(0, -1);
  const ending = `&${formatQuery([[sizeName, String(size)]])}"`;
  const link = (to: number | null): string => (to === null ? 'null' : `${beginning}${to}${ending}`);
  return (
    `,"links":{"self":${link(number)},"first":${link(1)},"prev":${link(previous)},` +
    `"next":${link(next)},"last":${link(last)}},` +
    `"meta":{"pagination":{"current-page":${number},"page-size":${size},"prev-page":${previous},` +
    `"next-page":${next},"total-pages":${last},"total-count":${total}}}`
  );
}

function countIn(query: Query, name: string): number | undefined {
  const value = lastValue(query, name);
  if (value === undefined) return undefined;
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1) throw badRequest(`${name} must be a whole number from 1, but is "${value}"`, name);
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}
