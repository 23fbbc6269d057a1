/** The way from the top of a document to one of its parts: names of members and numbers of items (from 0). */
export type Path = readonly (string | number)[];

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

/** A line and a column, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something wrong in a file, or in a document that was handed over without one. */
export interface Problem {
  /** The file as the user named it. */
  readonly file: string;
  /** Counted from 1; undefined where there is no text to point into. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** E.g. `platform.runs[0].stages[1].life`; empty for the document as a whole. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** Writes a path as it is shown to people, e.g. `steps[0].set["oauth-tokens/ot-1"]`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text;
}

/** One line: `file:line:column path: found …, expected …`. */
export function formatProblem({ file, line, column, path, found, expected }: Problem): string {
  const where = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return `${where}${path === '' ? '' : ` ${path}`}: found ${found}, expected ${expected}`;
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

/** Problems in the order of their file. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** Names a value as it is shown after "found": short, and never a whole document. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}
