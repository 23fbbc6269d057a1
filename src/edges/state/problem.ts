import { RestageError } from '../../exchange/restage-error.js';

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EFBIG: 'raise the limit on the size of files',
  EACCES: 'make it writable',
  EPERM: 'make it writable',
  EROFS: 'make it writable',
  EMFILE: 'raise the limit on open files',
  ENFILE: 'raise the limit on open files',
};

/** Changes could not be written, and are kept for the next attempt. */
export function notWritten(session: string, path: string, error: unknown): RestageError {
  return new RestageError(
    'state-unwritten',
    `what changed in session ${JSON.stringify(session)} could not be written to ${path}: ${reason(error)}. ` +
      `It is kept in memory and written with the session's next change; ${remedy(error)}`,
  );
}

/** Changes came for a session that was never saved. */
export function notSaved(session: string, path: string): RestageError {
  return new RestageError(
    'state-unwritten',
    `changes of session ${JSON.stringify(session)} cannot be added: there is no ${path}. Save the session first`,
  );
}

/** The state directory or a file in it cannot be used at all. */
export function unusable(path: string, error: unknown): RestageError {
  return new RestageError(
    'state-unusable',
    `state cannot be kept in ${path}: ${reason(error)}; ${remedy(error)}`,
  );
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function remedy(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const first = remedies[code];
  return `${first ? `${first}, or ` : ''}choose another directory with --state DIR, or keep nothing with --memory`;
}
