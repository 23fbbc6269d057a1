import type { JsonObject } from '../exchange/json.js';
import type { LedgerChange, LedgerData } from './ledger.js';

/** A session as it lies on disk: what it is, and its ledger. */
export interface SavedSession {
  readonly about: JsonObject;
  readonly ledger: LedgerData;
}

/** What reading a session back may find. */
export type Loaded =
  | { readonly found: 'nothing' }
  | { readonly found: 'session'; readonly session: SavedSession }
  /** The file could not be believed; it was set aside under another name. */
  | { readonly found: 'damaged'; readonly file: string; readonly aside: string; readonly why: string };

/** Where sessions are kept. One document a session. */
export interface SessionStore {
  /** Reads a session back. */
  load(name: string): Promise<Loaded>;
  /** Writes a whole session in place of what is there. */
  save(name: string, session: SavedSession): Promise<void>;
  /** Appends changes to a saved session; resolves when they would survive the death of this process. */
  append(name: string, changes: readonly LedgerChange[]): Promise<void>;
  /**
   * Moves what is kept of a session out of the way, so that another may take its name.
   * @returns the file in which it lies now; undefined when there was none
   */
  setAside(name: string): Promise<string | undefined>;
  /** Forgets a session. */
  remove(name: string): Promise<void>;
  /** Names of the sessions kept. */
  list(): Promise<string[]>;
  /** Finishes what is under way and lets go of files and locks. */
  close(): Promise<void>;
}
