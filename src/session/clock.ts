import type { Section } from './ledger.js';

/** The world's time as milliseconds since 1970, never running backwards. A port: only edges know the real one. */
export type SystemTime = () => number;

/**
 * A session's own time. It starts where the scenario says, moves with real time unless frozen, and moves by the
 * control API. After a restart it goes on from where it was, not from where the world is.
 */
export class SessionClock {
  readonly #kept: Section;
  readonly #system: SystemTime;
  readonly #listeners = new Set<() => void>();
  readonly #frozen: boolean;
  #offset = 0;
  #frozenAt = 0;

  /** Takes up the time kept in the ledger, else begins at `start`. */
  constructor(kept: Section, system: SystemTime, start: { readonly at: number; readonly frozen: boolean }) {
    this.#kept = kept;
    this.#system = system;
    this.#frozen = start.frozen;
    const before = kept.get('now');
    this.#place(typeof before === 'number' ? before : start.at);
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  /** Session time in milliseconds since 1970. */
  now(): number {
    return this.#frozen ? this.#frozenAt : this.#system() + this.#offset;
  }

  /** Moves session time to `at`; backwards only when asked to. Listeners are told after the move. */
  set(at: number): void {
    this.#place(at);
    this.mark();
    this.#tell();
  }

  /** Ends this clock: whoever waits on it has waited long enough. */
  retire(): void {
    this.#frozenAt = Infinity;
    this.#offset = Infinity;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Keeps the present time in the ledger, so that a restart goes on from here. */
  mark(): void {
    this.#kept.set('now', this.now());
  }

  /** Calls back after each move by the control API, until the returned function is called. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #place(at: number): void {
    this.#frozenAt = at;
    this.#offset = at - this.#system();
  }
}
