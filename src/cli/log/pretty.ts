import { plain } from './plain.js';
import { progressLine } from './progress-line.js';
import { requestLine } from './request-line.js';
import type { Log } from './log.js';

/** Lines that can be read at a glance, with colour on a terminal unless `NO_COLOR` is set. */
export function prettyLog(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Log {
  const coloured = stream.isTTY && (env['NO_COLOR'] ?? '') === '';
  const live = stream.isTTY ? progressLine(stream, plain) : undefined;
  const write = (text: string): void => (live ? live.above(text) : void stream.write(text));
  return {
    request: (session, entry) => write(`${requestLine(session, entry, coloured)}\n`),
    say: (text) => write(`${text}\n`),
    warn: (message) => write(`restage: ${message}\n`),
    progress: live?.show,
  };
}
