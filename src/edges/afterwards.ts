import { setImmediate as nextTurn } from 'node:timers/promises';
import { Backlog, type BacklogOptions } from './backlog.js';
import { Quiet } from './quiet.js';

/** What is to be done afterwards, and how. */
export interface AfterwardsOptions<Item> extends BacklogOptions<Item> {
  /** Does what is to be done for one of them; they come one after the other. Never rejects. */
  readonly work: (item: Item) => Promise<void>;
  /** Called when all is done, and sometimes before where there is much to do. */
  readonly rest: () => void;
  /** Told, while all is finished, how many are left, twice a second, and 0 in the end. */
  readonly left: (count: number) => void;
  /** Told when what waits in the file cannot be had back. */
  readonly lost: (error: unknown) => void;
}

/** Milliseconds without a request after which work may begin. */
const pause = 20;
/** Milliseconds that it waits at most where requests never end. */
const longest = 10_000;
/** Milliseconds between two rests where work does not end. */
const mostBetweenRests = 5000;
/** Milliseconds between two words on how many are left. */
const betweenWords = 500;

/** Work that waits until no request is under way, so that no request waits for it; but not for ever. */
export class Afterwards<Item> {
  readonly #options: AfterwardsOptions<Item>;
  readonly #backlog: Backlog<Item>;
  readonly #quiet = new Quiet(pause, longest);
  #working: Promise<void> | undefined;

  constructor(options: AfterwardsOptions<Item>) {
    this.#options = options;
    this.#backlog = new Backlog(options);
  }

  /** Says that a request is under way. */
  stir(): void {
    this.#quiet.stir();
  }

  add(item: Item): void {
    this.#backlog.push(item);
    if (!this.#working) this.#begin();
  }

  /** Does all there is to do, quiet or not, now and from now on. */
  async finish(): Promise<void> {
    this.#quiet.hurry();
    // and the one in hand
    const words = setInterval(() => this.#options.left(this.#backlog.count + 1), betweenWords);
    while (this.#working) await this.#working;
    clearInterval(words);
    this.#options.left(0);
    this.#backlog.close();
  }

  #begin(): void {
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      if (this.#backlog.count > 0) this.#begin();
    });
  }

  async #work(): Promise<void> {
    const { work, rest } = this.#options;
    const began = performance.now();
    let rested = began;
    await this.#quiet.moment(began);
    for (let item = this.#next(); item !== undefined; item = this.#next()) {
      await work(item);
      if (performance.now() - rested > mostBetweenRests) {
        rest();
        rested = performance.now();
      }
      await nextTurn(); // whoever comes meanwhile goes first
      await this.#quiet.moment(began);
    }
    rest();
  }

  #next(): Item | undefined {
    try {
      return this.#backlog.take();
    } catch (error) {
      this.#options.lost(error);
      this.#backlog.close();
      return this.#backlog.take();
    }
  }
}
