import { formatPath, type Path, type Place, type Problem } from '../exchange/problem.js';

/** Something wrong in a document, before anyone has looked up where it stands in the file. */
export interface Finding {
  readonly path: Path;
  /** Whether the member's name or its value is to blame. */
  readonly at: 'key' | 'value';
  /** What is there, to be read after "found". */
  readonly found: string;
  /** What had to be there, to be read after "expected". */
  readonly expected: string;
}

/** Puts findings where they stand; without `locate` they have no place in a text. */
export function problemsOf(
  findings: readonly Finding[],
  file: string,
  locate?: (path: Path, at: Finding['at']) => Place,
): Problem[] {
  return findings.map(({ path, at, found, expected }): Problem => {
    const place = locate?.(path, at);
    return { file, line: place?.line, column: place?.column, path: formatPath(path), found, expected };
  });
}

/** Names a value as it is shown after "found": short, and never a whole document. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}
