import type { StartOptions } from '../../start.js';
import type { LogKind } from '../options.js';

/** Where a running command says what it does; nothing of it goes to stdout. */
export interface Log {
  /** Told of every request once it is answered; undefined where nobody wants to know. */
  readonly request: StartOptions['log'];
  /** What may be good to know at the start. */
  readonly say: (text: string) => void;
  /** Told how far something has come; undefined where nobody could watch. */
  readonly progress: StartOptions['progress'];
  /** Something a person should know. */
  readonly warn: (message: string) => void;
}

/** The kind of log that is wanted: what was asked for, else one for people on a terminal and for machines elsewhere. */
export function logOfKind(asked: LogKind | undefined): LogKind {
  return asked ?? (process.stderr.isTTY ? 'pretty' : 'json');
}

/** Opens a log on stderr. */
export async function openLog(kind: LogKind): Promise<Log> {
  switch (kind) {
    case 'pretty':
      return (await import('./pretty.js')).prettyLog(process.stderr);
    case 'json':
      return (await import('./json.js')).jsonLog();
    case 'silent':
      return {
        request: undefined,
        progress: undefined,
        say: () => undefined,
        warn: (message) => process.stderr.write(`restage: ${message}\n`),
      };
  }
}
