import type { FileHandle } from 'node:fs/promises';

const sliceBytes = 256 * 1024;
const lineBreak = 10;

/**
 * Gives every whole line of the first `end` bytes, without its break; resolves to what follows the last break.
 * Read in slices, so that a large file does not hold up everything else.
 */
export async function readLines(
  file: FileHandle,
  end: number,
  take: (line: Buffer) => void,
): Promise<Buffer> {
  let begun: Buffer[] = [];
  for (let at = 0; at < end;) {
    const slice = Buffer.allocUnsafe(Math.min(sliceBytes, end - at));
    const { bytesRead } = await file.read(slice, 0, slice.length, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const bytes = slice.subarray(0, bytesRead);
    let from = 0;
    for (let to; (to = bytes.indexOf(lineBreak, from)) !== -1; from = to + 1) {
      const line = bytes.subarray(from, to);
      take(begun.length === 0 ? line : Buffer.concat([...begun, line]));
      begun = [];
    }
    if (from < bytesRead) begun.push(bytes.subarray(from));
  }
  return Buffer.concat(begun);
}
