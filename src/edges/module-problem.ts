/** What can be wrong with a module's directory. */
export type ModuleProblemCode = 'missing' | 'unreadable' | 'too-large' | 'broken-hcl';

/** A module's directory cannot be read, packed or understood. The message says what, where and what to do. */
export class ModuleProblem extends Error {
  override readonly name = 'ModuleProblem';
  readonly code: ModuleProblemCode;
  /** Absolute path of the directory or file. */
  readonly file: string;
  /** Where in the file, counted from 1. */
  readonly at: { readonly line: number; readonly column: number } | undefined;

  constructor(
    code: ModuleProblemCode,
    file: string,
    what: string,
    at?: { readonly line: number; readonly column: number },
  ) {
    super(`${file}${at ? `:${at.line}:${at.column}` : ''}: ${what}`);
    this.code = code;
    this.file = file;
    this.at = at;
  }
}

/** The problem behind an error of the file system. */
export function fileProblem(file: string, error: unknown): ModuleProblem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new ModuleProblem(
      'missing',
      file,
      "not there (or not what it should be): a module's `source` must be a directory",
    );
  }
  return new ModuleProblem('unreadable', file, `cannot be read (${code}); check its permissions`);
}
