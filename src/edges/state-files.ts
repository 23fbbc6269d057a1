import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { RestageError } from '../exchange/restage-error.js';
import type { LedgerChange } from '../session/ledger.js';
import type { Loaded, SavedSession, SessionStore } from '../session/store.js';
import { fileNameOf, sessionOf } from './state/file-name.js';
import { lock } from './state/lock.js';
import { unusable } from './state/problem.js';
import { replay } from './state/replay.js';
import { DamagedFile, type Draft, SessionFile } from './state/session-file.js';

/**
 * Keeps sessions in a directory, one file a session, until closed; makes the directory when there is none, for this
 * user alone. What was answered survives the death of the process at any moment, `kill -9` included. It is handed to
 * the system, not forced onto the disk: a loss of power may take the last seconds, or leave a file that is then found
 * damaged.
 * @throws {@link RestageError} `state-locked` when another process has the directory, `state-unusable` when it cannot
 * be made or written to
 */
export async function openStateFiles(directory: string): Promise<SessionStore> {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new StateFiles(directory, await lock(directory));
  } catch (error) {
    throw error instanceof RestageError ? error : unusable(directory, error);
  }
}

interface Kept {
  readonly file: SessionFile;
  readonly db: Low<Draft>;
}

class StateFiles implements SessionStore {
  readonly #directory: string;
  readonly #unlock: () => void;
  readonly #kept = new Map<string, Kept>();
  #closing: Promise<void> | undefined;

  constructor(directory: string, unlock: () => void) {
    this.#directory = directory;
    this.#unlock = unlock;
    for (const file of readdirSync(directory)) {
      if (file.endsWith('.session.tmp') || file.endsWith('.session.short.tmp')) {
        rmSync(join(directory, file), { force: true, recursive: true });
      }
    }
  }

  async load(name: string): Promise<Loaded> {
    const { file, db } = this.#at(name);
    await db.write();
    const lying = new Low<Draft>(file, nothing());
    try {
      await lying.read();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      return { found: 'damaged', file: error.file, aside: error.aside, why: error.message };
    }
    const session = lying.data.whole;
    return session ? { found: 'session', session } : { found: 'nothing' };
  }

  async save(name: string, session: SavedSession): Promise<void> {
    await this.#at(name).db.update((draft) => {
      draft.whole = session;
      draft.changes = [];
    });
  }

  async append(name: string, changes: readonly LedgerChange[]): Promise<void> {
    await this.#at(name).db.update((draft) => {
      for (const change of changes) draft.changes.push(change);
    });
  }

  async setAside(name: string): Promise<string | undefined> {
    const { file, db } = this.#at(name);
    await db.write();
    return file.setAside();
  }

  async remove(name: string): Promise<void> {
    const kept = this.#at(name);
    await kept.db.update((draft) => {
      draft.whole = null;
      draft.changes = [];
    });
    if (kept.file.idle && this.#kept.get(name) === kept) this.#kept.delete(name);
  }

  async list(): Promise<string[]> {
    this.#mustBeOpen();
    const found = readdirSync(this.#directory).map((fileName) => this.#nameIn(fileName));
    return (await Promise.all(found)).filter((name) => name !== undefined);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#finish());
  }

  #at(name: string): Kept {
    this.#mustBeOpen();
    let kept = this.#kept.get(name);
    if (!kept) {
      const file = new SessionFile(name, join(this.#directory, fileNameOf(name)));
      this.#kept.set(name, (kept = { file, db: new Low<Draft>(file, nothing()) }));
    }
    return kept;
  }

  #mustBeOpen(): void {
    if (this.#closing) throw new RestageError('closed', `the state in ${this.#directory} was closed already`);
  }

  async #nameIn(fileName: string): Promise<string | undefined> {
    const session = sessionOf(fileName);
    if (session !== 'cut') return session?.name;
    const { session: name } = await replay(join(this.#directory, fileName)).catch(() => ({
      session: undefined,
    }));
    return name;
  }

  async #finish(): Promise<void> {
    const kept = [...this.#kept.values()];
    const written = await Promise.allSettled(kept.map(({ db }) => db.write()));
    await Promise.all(kept.map(({ file }) => file.settle()));
    this.#unlock();
    for (const one of written) if (one.status === 'rejected') throw one.reason;
  }
}

function nothing(): Draft {
  return { whole: undefined, changes: [] };
}
