import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const piece = 1024 * 1024;
/** So many bytes of a piece are looked at again with the next one, for what lies across the edge. */
export const overlap = 64 * 1024;

/**
 * Looks through a file of any size with `find`, which gets it in pieces of about a mebibyte as text of one character a
 * byte; pieces overlap, so that what lies across an edge is seen whole. The first thing found, or, when there is none,
 * the SHA-256 of the file in hexadecimal.
 */
export async function searchFile(
  file: string,
  find: (text: string) => string | undefined,
): Promise<{ readonly found: string } | { readonly sha256: string }> {
  const hash = createHash('sha256');
  let rest = '';
  for await (const bytes of createReadStream(file, { highWaterMark: piece }) as AsyncIterable<Buffer>) {
    const text = rest + bytes.toString('latin1');
    const found = find(text);
    if (found !== undefined) return { found };
    hash.update(bytes);
    rest = text.slice(-overlap);
  }
  return { sha256: hash.digest('hex') };
}
