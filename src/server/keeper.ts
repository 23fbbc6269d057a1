import type { Session } from '../session/session.js';
import type { SessionStore } from '../session/store.js';

/** Brings what changed in sessions to the store, in the order in which it changed. */
export class Keeper {
  readonly #store: SessionStore;
  readonly #saved = new Set<string>();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** Says that the store already holds this session. */
  knows(name: string): void {
    this.#saved.add(name);
  }

  /** Writes what has changed; resolves when it would survive the death of this process. */
  async commit(session: Session): Promise<void> {
    session.clock.mark();
    const changes = session.ledger.takeChanges();
    if (this.#saved.has(session.name)) return this.#store.append(session.name, changes);
    this.#saved.add(session.name);
    try {
      await this.#store.save(session.name, { about: session.about, ledger: session.ledger.toData() });
    } catch (error) {
      this.#saved.delete(session.name);
      throw error;
    }
  }

  /** Writes the whole session in place of what the store holds. */
  async save(session: Session): Promise<void> {
    session.clock.mark();
    session.ledger.takeChanges();
    await this.#store.save(session.name, { about: session.about, ledger: session.ledger.toData() });
    this.#saved.add(session.name);
  }

  /** Forgets a session. */
  async forget(name: string): Promise<void> {
    this.#saved.delete(name);
    await this.#store.remove(name);
  }
}
