/** The way from the top of a document to one of its parts: names of members and numbers of items (from 0). */
export type Path = readonly (string | number)[];

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

/** Problems in the order of their file. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
