import { open } from 'node:fs/promises';
import { asChanges, asEnd, asHead, Damage, type Head, unseal } from './lines.js';
import { readLines } from './read-lines.js';
import { applyChanges, type LedgerTable } from './table.js';

/** How far a state file goes. */
export interface Extent {
  /** Bytes that were written at once, up to and with the end line. */
  readonly whole: number;
  /** Bytes that can be believed; a torn line after them does not count. */
  bytes: number;
  /** Number of the last change. */
  last: number;
}

/** What a state file says. */
export interface Replayed extends Head {
  readonly table: LedgerTable;
  readonly extent: Extent;
}

/**
 * Reads a state file, or its first `end` bytes. A last line torn by a kill is left out: it was never answered.
 * @throws {@link Damage} when anything else is wrong; the file system's error when it cannot be read
 */
export async function replay(path: string, end = Infinity): Promise<Replayed> {
  const file = await open(path, 'r');
  try {
    const reading = new Reading();
    const rest = await readLines(file, end, (line) => reading.take(line));
    return reading.finish(rest);
  } finally {
    await file.close();
  }
}

class Reading {
  readonly #table: LedgerTable = new Map();
  #lines = 0;
  #bytes = 0;
  #number = 0;
  #head: Head | undefined;
  #whole: number | undefined;

  take(line: Buffer): void {
    this.#lines++;
    this.#bytes += line.length + 1;
    try {
      this.#understand(line);
    } catch (error) {
      throw error instanceof Damage ? new Damage(`line ${this.#lines}: ${error.message}`) : error;
    }
    this.#number++;
  }

  finish(rest: Buffer): Replayed {
    if (!this.#head || this.#whole === undefined) {
      throw new Damage(
        this.#bytes + rest.length === 0 ? 'it is empty' : 'it was cut off before its end line',
      );
    }
    if (fits(rest.subarray(0, -1), this.#number)) {
      throw new Damage(`line ${this.#lines + 1}: its line break was changed`);
    }
    const extent = { whole: this.#whole, bytes: this.#bytes, last: this.#number - 1 };
    return { ...this.#head, table: this.#table, extent };
  }

  #understand(line: Buffer): void {
    const json = unseal(line, this.#number);
    if (!this.#head) {
      this.#head = asHead(json);
    } else if (this.#whole !== undefined || Array.isArray(json)) {
      applyChanges(this.#table, asChanges(json));
    } else {
      this.#number = asEnd(json).written;
      this.#whole = this.#bytes;
    }
  }
}

function fits(line: Buffer, number: number): boolean {
  try {
    unseal(line, number);
    return true;
  } catch {
    return false;
  }
}
