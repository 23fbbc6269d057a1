import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LedgerChange } from '../../session/ledger.js';
import { endLine, type Head, headLine, valueLines } from './lines.js';
import { type Extent, replay } from './replay.js';
import { changesOfTable } from './table.js';
import { writeLines } from './write-lines.js';

/** All lines of a state file that holds these values, after so many changes. */
export function* wholeLines(head: Head, values: Iterable<LedgerChange>, written: number): Iterable<string> {
  yield headLine(head);
  const number = yield* valueLines(values);
  yield endLine({ written }, number);
}

/** Whether the changes in a state file have outgrown what they changed. */
export function isLong({ whole, bytes }: Extent): boolean {
  return bytes - whole > Math.max(1024 * 1024, 2 * whole);
}

/**
 * Writes a short form of the first `end` bytes of a state file to `aside`, while changes go on being added behind
 * them; resolves to its length.
 */
export async function writeShort(path: string, end: number, aside: string): Promise<number> {
  const { table, extent, ...head } = await replay(path, end);
  return writeLines(aside, wholeLines(head, changesOfTable(table), extent.last));
}

/** Adds to the short form what was written behind byte `from` since, and puts it in the place of the long one. */
export async function swapIn(path: string, from: number, end: number, aside: string): Promise<void> {
  if (from < end) {
    await pipeline(
      createReadStream(path, { start: from, end: end - 1 }),
      createWriteStream(aside, { flags: 'a' }),
    );
  }
  await rename(aside, path);
}
