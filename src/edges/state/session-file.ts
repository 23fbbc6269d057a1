import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { RestageError } from '../../exchange/restage-error.js';
import type { LedgerChange } from '../../session/ledger.js';
import type { SavedSession } from '../../session/store.js';
import { isLong, swapIn, wholeLines, writeShort } from './compact.js';
import { changesLine, Damage } from './lines.js';
import { notSaved, notWritten, unusable } from './problem.js';
import { type Extent, replay, type Replayed } from './replay.js';
import { setAside } from './set-aside.js';
import { changesOf, dataOf } from './table.js';
import { Turns } from './turns.js';
import { addLine, writeLines } from './write-lines.js';

/** What lowdb holds of a session: what is still to be written, or what was read. */
export interface Draft {
  /** The whole session in place of what is there; `null` to remove it. */
  whole: SavedSession | null | undefined;
  /** Changes after that. */
  changes: LedgerChange[];
}

/** A state file could not be believed and was set aside. */
export class DamagedFile extends Error {
  readonly file: string;
  readonly aside: string;

  constructor(file: string, aside: string, why: string) {
    super(why);
    this.file = file;
    this.aside = aside;
  }
}

/**
 * A lowdb adapter that keeps one session in one file. `write` costs as much as what is in the draft and takes it out, so
 * that what is asked for while a write is under way goes out together in the next, and the writes after it find nothing
 * left to do. What could not be written goes back into the draft.
 */
export class SessionFile implements Adapter<Draft> {
  readonly #session: string;
  readonly #path: string;
  readonly #turns = new Turns();
  #extent: Extent | undefined;
  #shortening: Promise<void> | undefined;
  #bearable = 0;

  constructor(session: string, path: string) {
    this.#session = session;
    this.#path = path;
  }

  /** Whether nothing is under way. */
  get idle(): boolean {
    return this.#turns.idle && !this.#shortening;
  }

  /**
   * The session as it lies there; null when there is none.
   * @throws {@link DamagedFile} when it could not be believed
   */
  read(): Promise<Draft | null> {
    return this.#turns.take(async () => {
      const found = await this.#replay().catch((error: unknown) => {
        throw this.#cannotRead(error);
      });
      this.#extent = found?.extent;
      return found && { whole: { about: found.about, ledger: dataOf(found.table) }, changes: [] };
    });
  }

  /** Writes what the draft holds; resolves when the kernel has it. */
  write(draft: Draft): Promise<void> {
    return this.#turns.take(() => this.#flush(draft));
  }

  /** Moves the file out of the way; resolves to its name now, undefined when there is none. */
  setAside(): Promise<string | undefined> {
    return this.#turns.take(async () => {
      this.#extent = undefined;
      return existsSync(this.#path) ? setAside(this.#path, 'unplayable') : undefined;
    });
  }

  /** Resolves when nothing is under way any more. */
  async settle(): Promise<void> {
    while (!this.idle) {
      await this.#shortening;
      await this.#turns.settle();
    }
  }

  async #flush(draft: Draft): Promise<void> {
    const { whole, changes } = draft;
    draft.whole = undefined;
    draft.changes = [];
    try {
      if (whole !== undefined) await this.#replace(whole);
      if (changes.length > 0) await this.#add(changes);
    } catch (error) {
      if (error instanceof RestageError) throw error;
      if (draft.whole === undefined) {
        draft.whole = whole;
        draft.changes = [...changes, ...draft.changes];
      }
      throw notWritten(this.#session, this.#path, error);
    }
  }

  async #replace(whole: SavedSession | null): Promise<void> {
    if (whole === null) {
      await rm(this.#path, { force: true });
      this.#extent = undefined;
      return;
    }
    const head = { session: this.#session, about: whole.about };
    const bytes = await writeLines(`${this.#path}.tmp`, wholeLines(head, changesOf(whole.ledger), 0));
    await rename(`${this.#path}.tmp`, this.#path);
    this.#extent = { whole: bytes, bytes, last: 0 };
  }

  async #add(changes: readonly LedgerChange[]): Promise<void> {
    const extent = (this.#extent ??= (await this.#replay())?.extent);
    if (!extent) throw notSaved(this.#session, this.#path);
    extent.bytes += await addLine(this.#path, extent.bytes, changesLine(changes, extent.last + 1));
    extent.last++;
    if (isLong(extent) && extent.bytes >= this.#bearable) this.#shortening ??= this.#shorten(extent);
  }

  async #replay(): Promise<Replayed | null> {
    return replay(this.#path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
  }

  #cannotRead(error: unknown): Error {
    if (!(error instanceof Damage)) return unusable(this.#path, error);
    try {
      return new DamagedFile(this.#path, setAside(this.#path, 'damaged'), error.message);
    } catch (moving) {
      return unusable(this.#path, moving);
    }
  }

  /** When this fails, e.g. for lack of space, the long file is still good; it is tried again at twice the length. */
  async #shorten(extent: Extent): Promise<void> {
    const aside = `${this.#path}.short.tmp`;
    const from = extent.bytes;
    try {
      const whole = await writeShort(this.#path, from, aside);
      await this.#turns.take(async () => {
        if (this.#extent !== extent) return;
        await swapIn(this.#path, from, extent.bytes, aside);
        this.#extent = { whole, bytes: whole + extent.bytes - from, last: extent.last };
      });
      this.#bearable = 0;
    } catch {
      this.#bearable = 2 * from;
    }
    await rm(aside, { force: true }).catch(() => undefined);
    this.#shortening = undefined;
  }
}
