import type { Line } from './line.js';

/** Breaks the connection with a RST before an answer. */
export function reset(line: Line): Response {
  return line.end('reset');
}
