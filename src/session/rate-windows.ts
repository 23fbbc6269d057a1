import type { Api } from '../api/operations.js';
import type { Json } from '../exchange/json.js';
import { countRequest, isOver, type LimitWindow, type Verdict } from '../scenario/limit.js';
import type { Limit } from '../scenario/scenario.js';
import type { Section } from './ledger.js';

/** Below this number, windows that are over may stay. */
const manyWindows = 1000;

/** The windows of a session's rate limits. Those that are over go when there are many. */
export class RateWindows {
  readonly #windows: Section;
  #bearable = manyWindows;

  constructor(windows: Section) {
    this.#windows = windows;
  }

  /** Counts a request in the window of that name, which begins with that of the API whose limit it is. */
  count(api: Api, name: string, limit: Limit, now: number): Verdict {
    const verdict = countRequest(this.#windows.get(name) as unknown as LimitWindow | undefined, limit, now);
    this.#windows.set(name, verdict.window as unknown as Json);
    if (this.#windows.size > this.#bearable) this.#sweep(api, limit, now);
    return verdict;
  }

  /** The more windows are still open, the longer it is until the next sweep, so that none is looked at all the time. */
  #sweep(api: Api, limit: Limit, now: number): void {
    for (const [name, window] of [...this.#windows.entries()]) {
      const ours = name.startsWith(`${api} `);
      if (ours && isOver(window as unknown as LimitWindow, limit, now)) this.#windows.delete(name);
    }
    this.#bearable = Math.max(manyWindows, 2 * this.#windows.size);
  }
}
