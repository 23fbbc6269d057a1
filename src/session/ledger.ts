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
  readonly #sections = new Map<string, Map<string, Json>>();
  readonly #views = new Map<string, Section>();
  readonly #dirty = new Map<string, readonly [string, string]>();
  #durable = false;

  /** A part of the ledger. Its values must not be changed in place. */
  section(name: string, durability: Durability): Section {
    const known = this.#views.get(name);
    if (known) return known;
    const view = this.#open(name, durability);
    this.#views.set(name, view);
    return view;
  }

  #open(name: string, durability: Durability): Section {
    let values = this.#sections.get(name);
    if (!values) this.#sections.set(name, (values = new Map<string, Json>()));
    const map = values;
    const changed = (key: string): void => {
      this.#dirty.set(`${name}\n${key}`, [name, key]);
      if (durability === 'durable') this.#durable = true;
    };
    return {
      get: (key) => map.get(key),
      set: (key, value) => {
        map.set(key, value);
        changed(key);
      },
      delete: (key) => {
        if (map.delete(key)) changed(key);
      },
      entries: () => map.entries(),
      get size() {
        return map.size;
      },
    };
  }

  /** Whether something durable has changed since the last {@link Ledger.takeChanges}. */
  get mustWrite(): boolean {
    return this.#durable;
  }

  /** Whether anything has changed since the last {@link Ledger.takeChanges}. */
  get hasChanges(): boolean {
    return this.#dirty.size > 0;
  }

  /** What has changed since the last call, each key once with its value now. */
  takeChanges(): LedgerChange[] {
    const changes = [...this.#dirty.values()].map(([section, key]): LedgerChange => [
      section,
      key,
      this.#sections.get(section)?.get(key),
    ]);
    this.#dirty.clear();
    this.#durable = false;
    return changes;
  }

  /** The whole table as plain data. */
  toData(): LedgerData {
    const data: LedgerData = {};
    for (const [name, values] of this.#sections) {
      if (values.size > 0) data[name] = Object.fromEntries(values);
    }
    return data;
  }

  /** Puts plain data in place of everything. Sections taken before stay valid. Marks nothing as changed. */
  load(data: LedgerData): void {
    for (const values of this.#sections.values()) values.clear();
    for (const [name, members] of Object.entries(data)) {
      const values = this.#sections.get(name) ?? new Map<string, Json>();
      this.#sections.set(name, values);
      for (const [key, value] of Object.entries(members)) values.set(key, value);
    }
    this.#dirty.clear();
    this.#durable = false;
  }
}
