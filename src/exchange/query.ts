import { rememberLast } from './remember-last.js';

/** A query as ordered, decoded pairs. */
export type Query = readonly (readonly [name: string, value: string])[];

/**
 * Decodes a raw query (without `?`): percent signs and `+`; brackets may come encoded or plain.
 * A broken percent sequence is kept as written rather than refused.
 */
export const parseQuery = rememberLast(decode);

function decode(raw: string): Query {
  return raw
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at === -1
        ? [decodePart(part), '']
        : [decodePart(part.slice(0, at)), decodePart(part.slice(at + 1))];
    });
}

/** Writes pairs back as a raw query, brackets percent-encoded, order kept. */
export function formatQuery(query: Query): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** The last value of a parameter, or undefined. Like Rails and Go, the last of several wins. */
export function lastValue(query: Query, name: string): string | undefined {
  return query.findLast(([key]) => key === name)?.[1];
}

/** Percent-decodes one segment of a path; what cannot be decoded stays as written. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function decodePart(part: string): string {
  return decodeSegment(part.includes('+') ? part.replaceAll('+', ' ') : part);
}
