import { destination, pino } from 'pino';
import type { Log } from './log.js';

/** One JSON object a line on stderr, for machines. */
export function jsonLog(): Log {
  const logger = pino({ base: null }, destination({ dest: 2, sync: true }));
  return {
    request: (session, entry) => logger.info({ session, ...entry }, 'request'),
    progress: undefined,
    say: (text) => logger.info(text),
    warn: (message) => logger.warn(message),
  };
}
