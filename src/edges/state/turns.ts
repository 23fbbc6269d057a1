/** Lets work begin only when all work before it has ended, well or badly. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether nothing waits or is under way. */
  get idle(): boolean {
    return this.#waiting === 0;
  }

  /** Does this work when its turn comes; resolves and rejects as it does. */
  take<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const done = this.#last.then(work).finally(() => this.#waiting--);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all work so far has ended. */
  async settle(): Promise<void> {
    await this.#last;
  }
}
