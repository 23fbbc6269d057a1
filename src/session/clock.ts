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
  /** Who waits, and until when. */
  readonly #waiting = new Map<() => void, number>();
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

  /** Moves session time to `at`, forwards or backwards. Then those who wait are told, who is due first first. */
  set(at: number): void {
    this.#place(at);
    this.mark();
    this.#tell();
  }

  /** Ends this clock: whoever waits on it has waited long enough. */
  retire(): void {
    this.#place(Infinity);
    this.#tell();
  }

  /** Keeps the present time in the ledger, so that a restart goes on from here. */
  mark(): void {
    this.#kept.set('now', this.now());
  }

  /**
   * Calls back after each move by the control API, until the returned function is called.
   * @param due session time that is waited for
   */
  onMove(due: number, listener: () => void): () => void {
    this.#waiting.set(listener, due);
    return () => this.#waiting.delete(listener);
  }

  #tell(): void {
    const inOrder = [...this.#waiting].sort(([, a], [, b]) => a - b);
    for (const [listener] of inOrder) listener();
  }

  #place(at: number): void {
    this.#frozenAt = at;
    this.#offset = at - this.#system();
  }
}
