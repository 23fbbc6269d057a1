import type { Session } from '../session/session.js';
import type { SessionStore } from '../session/store.js';

/** Brings what changed in sessions to the store, in the order in which it changed. */
export class Keeper {
  readonly #store: SessionStore;
  /** Sessions that the store holds as a whole, so that changes can be added. */
  readonly #whole = new Set<string>();
  readonly #forgotten = new WeakSet<Session>();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** Says that the store already holds this session. */
  knows(name: string): void {
    this.#whole.add(name);
  }

  /** Writes what has changed; resolves when it would survive the death of this process. */
  commit(session: Session): Promise<void> {
    if (!this.#whole.has(session.name)) return this.save(session);
    return this.#write(session, () => this.#store.append(session.name, session.ledger.takeChanges()));
  }

  /** Writes the whole session in place of what the store holds. */
  save(session: Session): Promise<void> {
    return this.#write(session, () => {
      session.ledger.takeChanges();
      const about = { ...session.about, memory: session.memory };
      return this.#store.save(session.name, { about, ledger: session.ledger.toData() });
    });
  }

  /** Forgets a session; nothing of it is written any more, whatever is still under way in it. */
  async forget(name: string, session: Session | undefined): Promise<void> {
    if (session) this.#forgotten.add(session);
    this.#whole.delete(name);
    await this.#store.remove(name);
  }

  /** What could not be written is written again, as a whole, with the next change. */
  async #write(session: Session, write: () => Promise<void>): Promise<void> {
    if (this.#forgotten.has(session)) return;
    session.clock.mark();
    this.#whole.add(session.name);
    try {
      await write();
    } catch (error) {
      this.#whole.delete(session.name);
      throw error;
    }
  }
}
