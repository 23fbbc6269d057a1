import type { Line } from './line.js';

/** Closes the connection in good order, but without a word. */
export function close(line: Line): Response {
  return line.end('close');
}
