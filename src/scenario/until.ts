import { parseDuration } from './duration.js';
import type { Until } from './lifecycle.js';

/** How it is written what ends a state: `2s`, `2 reads`, `override`, `signal NAME`. */
export const untilPattern =
  /^(\d{1,15}(\.\d{1,9})?(ms|s|m|h|d)|[1-9]\d{0,8} reads?|override|signal [\w.-]{1,64})$/;

/** Reads what ends a state; undefined when the text says no such thing. */
export function parseUntil(text: string): Until | undefined {
  if (!untilPattern.test(text)) return undefined;
  const [first = '', second = ''] = text.split(' ');
  if (first === 'override') return { kind: 'override' };
  if (first === 'signal') return { kind: 'signal', name: second };
  if (second !== '') return { kind: 'reads', count: Number(first) };
  const ms = parseDuration(text);
  return ms === undefined ? undefined : { kind: 'time', ms };
}
