import type { Path } from '../exchange/problem.js';
import type { Finding } from './problem.js';

/** How deep maps and lists may be nested. */
export const deepest = 64;
/** How many values a document may have. */
export const mostValues = 4_000_000;

/**
 * Looks for what no document may hold: anything but plain JSON values, members named `__proto__`, and more depth or
 * more values than the limits allow. Only what passes may be walked without care.
 */
export function findUnsafe(data: unknown): Finding[] {
  const findings: Finding[] = [];
  let values = 0;
  let tooDeep = false;
  const say = (path: Path, at: Finding['at'], found: string, expected: string): void => {
    if (findings.length < 100) findings.push({ path, at, found, expected });
  };
  const walk = (value: unknown, path: Path): void => {
    if (++values > mostValues) {
      if (values === mostValues + 1) say([], 'value', 'too many values', `at most ${mostValues}`);
    } else if (path.length > deepest) {
      if (!tooDeep)
        say(path.slice(0, 1), 'value', 'maps or lists too deep in each other', `at most ${deepest} levels`);
      tooDeep = true;
    } else if (Array.isArray(value)) {
      value.forEach((item, at) => walk(item, [...path, at]));
    } else if (isPlain(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key === '__proto__') say([...path, key], 'key', 'the key "__proto__"', 'another name');
        else walk(member, [...path, key]);
      }
    } else if (!isScalar(value)) {
      say(path, 'value', nameOf(value), 'text, a number, true, false, null, a list or a map');
    }
  };
  walk(data, []);
  return findings;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  return typeof value === 'number' ? String(value) : `a ${typeof value} that is no JSON`;
}
