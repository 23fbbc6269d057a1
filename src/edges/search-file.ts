import { createReadStream } from 'node:fs';
import { byteText } from '../fixtures/text-of-bytes.js';

const piece = 1024 * 1024;
/** So many bytes of a piece are looked at again with the next one, for what lies across the edge. */
export const overlap = 64 * 1024;

/**
 * Looks through a file of any size with `find`, which gets it in pieces of about a mebibyte as text of one character a
 * byte; pieces overlap, so that what lies across an edge is seen whole. The first thing found, or undefined.
 */
export async function searchFile(
  file: string,
  find: (text: string) => string | undefined,
): Promise<string | undefined> {
  let rest = '';
  for await (const bytes of createReadStream(file, { highWaterMark: piece }) as AsyncIterable<Uint8Array>) {
    const text = rest + byteText(bytes);
    const found = find(text);
    if (found !== undefined) return found;
    rest = text.slice(-overlap);
  }
  return undefined;
}
