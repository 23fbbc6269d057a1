/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json;
}

/** Whether a parsed value is a JSON object (not null, not a list). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON nested deeper than this is not taken for JSON, so that whatever walks through it needs no guard of its own. */
export const deepestJson = 1000;

/**
 * Parses JSON text; undefined when it is not JSON, or nested deeper than {@link deepestJson}. Keys named `__proto__`
 * stay plain keys of the result.
 */
export function parseJson(text: string): Json | undefined {
  if (text.length > 2 * deepestJson && isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** JSON text with the keys of every object sorted, so that equal values give equal text. */
export function sortedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** Whether JSON text is nested deeper than {@link deepestJson}. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      for (i++; i < text.length && text.charCodeAt(i) !== quote; i++)
        if (text.charCodeAt(i) === backslash) i++;
    } else if (code === openBracket || code === openBrace) {
      if (++depth > deepestJson) return true;
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
    }
  }
  return false;
}

const quote = 34;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
