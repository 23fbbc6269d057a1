import type { Json } from '../exchange/json.js';

/**
 * Whether a change must be on disk before the answer that made it is sent (`durable`), or may be written later
 * with the next durable one, when the session is put away, or at the end (`lazy`: counters and cursors).
 */
export type Durability = 'durable' | 'lazy';

/** One part of a ledger: a map of JSON values whose changes are noticed. */
export interface Section {
  get(key: string): Json | undefined;
  set(key: string, value: Json): void;
  delete(key: string): void;
  entries(): Iterable<[string, Json]>;
  readonly size: number;
}

/** A change waiting to be written: section, key, value; `undefined` when the key was deleted. */
export type LedgerChange = readonly [section: string, key: string, value: Json | undefined];

/** A whole ledger as plain data, by section and key. */
export type LedgerData = Record<string, Record<string, Json>>;

/**
 * Everything that changes in a session, as one flat table: the world's changes, life positions, cursors, counters,
 * the clock. Saving, restoring, putting away and resetting a session are operations on this table and nothing else.
 */
export class Ledger {
  readonly #tables = new Map<string, Table>();
  #durable = false;

  /** A part of the ledger. Its values must not be changed in place. */
  section(name: string, durability: Durability): Section {
    const table = this.#table(name);
    return (table.view ??= this.#viewOf(table, durability));
  }

  /** Whether something durable has changed since the last {@link Ledger.takeChanges}. */
  get mustWrite(): boolean {
    return this.#durable;
  }

  /** Whether anything has changed since the last {@link Ledger.takeChanges}. */
  get hasChanges(): boolean {
    for (const { changed } of this.#tables.values()) if (changed.size > 0) return true;
    return false;
  }

  /** What has changed since the last call, each key once with its value now. */
  takeChanges(): LedgerChange[] {
    const changes: LedgerChange[] = [];
    for (const [section, { values, changed }] of this.#tables) {
      for (const key of changed) changes.push([section, key, values.get(key)]);
      changed.clear();
    }
    this.#durable = false;
    return changes;
  }

  /** The whole table as plain data. */
  toData(): LedgerData {
    const data: LedgerData = {};
    for (const [name, { values }] of this.#tables) {
      if (values.size > 0) data[name] = Object.fromEntries(values);
    }
    return data;
  }

  /** Puts plain data in place of everything. Sections taken before stay valid. Marks nothing as changed. */
  load(data: LedgerData): void {
    for (const { values, changed } of this.#tables.values()) {
      values.clear();
      changed.clear();
    }
    for (const [name, members] of Object.entries(data)) {
      const { values } = this.#table(name);
      for (const [key, value] of Object.entries(members)) values.set(key, value);
    }
    this.#durable = false;
  }

  #table(name: string): Table {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = { values: new Map(), changed: new Set(), view: undefined }));
    return table;
  }

  #viewOf({ values, changed }: Table, durability: Durability): Section {
    const mark = (key: string): void => {
      changed.add(key);
      if (durability === 'durable') this.#durable = true;
    };
    return {
      get: (key) => values.get(key),
      set: (key, value) => {
        values.set(key, value);
        mark(key);
      },
      delete: (key) => {
        if (values.delete(key)) mark(key);
      },
      entries: () => values.entries(),
      get size() {
        return values.size;
      },
    };
  }
}

/** One section: its values, and the keys whose changes wait to be written. */
interface Table {
  readonly values: Map<string, Json>;
  readonly changed: Set<string>;
  view: Section | undefined;
}
