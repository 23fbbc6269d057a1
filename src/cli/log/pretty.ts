import { requestLine } from './request-line.js';
import type { Log } from './log.js';

/** Lines that can be read at a glance, with colour on a terminal unless `NO_COLOR` is set. */
export function prettyLog(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Log {
  const coloured = stream.isTTY && (env['NO_COLOR'] ?? '') === '';
  return {
    request: (session, entry) => stream.write(`${requestLine(session, entry, coloured)}\n`),
    say: (text) => stream.write(`${text}\n`),
    warn: (message) => stream.write(`restage: ${message}\n`),
  };
}
