import { createReadStream } from 'node:fs';
import { byteText, textOfBytes } from '../fixtures/text-of-bytes.js';
import { type SecretFinding, scanText } from './secret-scan.js';

/** Files up to this many bytes are scanned whole, larger ones in pieces of this size. */
const piece = 4 * 1024 * 1024;
const overlap = 64 * 1024;

/**
 * Looks for secrets in a file of any size, text or not. What is found in a later piece of a large one has the line and
 * column that it has in that piece.
 */
export async function scanFile(file: string): Promise<SecretFinding[]> {
  let rest = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { highWaterMark: piece }) as AsyncIterable<Buffer>) {
    const whole = Buffer.concat([rest, bytes]);
    const found = await scanText(textOfBytes(whole) ?? byteText(whole), file);
    if (found.length > 0) return found;
    rest = whole.subarray(-overlap);
  }
  return [];
}
