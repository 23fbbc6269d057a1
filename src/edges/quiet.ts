/** Waits for moments in which nothing happens. */
export class Quiet {
  readonly #pause: number;
  readonly #most: number;
  #stirred = -Infinity;
  #hurried = false;
  #wake: () => void = () => undefined;

  /**
   * @param pause milliseconds without a {@link stir} that count as quiet
   * @param most milliseconds after which nobody waits for that any longer
   */
  constructor(pause: number, most: number) {
    this.#pause = pause;
    this.#most = most;
  }

  /** Says that something happens. */
  stir(): void {
    this.#stirred = performance.now();
  }

  /** From now on every moment will do. */
  hurry(): void {
    this.#hurried = true;
    this.#wake();
  }

  /**
   * Resolves when it is quiet. One waits at a time.
   * @param since when the waiting began, by `performance.now()`
   */
  async moment(since: number): Promise<void> {
    while (!this.#hurried) {
      const left = Math.min(this.#stirred + this.#pause, since + this.#most) - performance.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
