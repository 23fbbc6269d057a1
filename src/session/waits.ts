import { hashHex } from '../exchange/hash.js';
import type { Section } from './ledger.js';

/** Of more than these, those who were told first are forgotten. */
const mostWaits = 1000;

/** Who was told to come back later, with which request, and when. What was asked is not kept. */
export class Waits {
  readonly #until: Section;

  constructor(until: Section) {
    this.#until = until;
  }

  /** Whether anybody was told to wait. */
  get any(): boolean {
    return this.#until.size > 0;
  }

  /** Somebody comes with a request: how many ms too early, or 0. Told once, as they may have been let in by now. */
  comes(who: string, now: number): number {
    const name = hashHex(who);
    const until = this.#until.get(name);
    if (typeof until !== 'number') return 0;
    this.#until.delete(name);
    return Math.max(0, until - now);
  }

  /** Somebody is told to wait until a time, ms since 1970. */
  tell(who: string, until: number): void {
    const name = hashHex(who);
    this.#until.delete(name); // so that it comes last
    this.#until.set(name, until);
    const [first] = this.#until.size > mostWaits ? this.#until.entries() : [];
    if (first) this.#until.delete(first[0]);
  }
}
