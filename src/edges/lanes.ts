/** What lanes are made of. */
export interface LanesOptions {
  /** How many work at once. */
  readonly width: number;
  /** Does what is to be done under a name. Never rejects. */
  readonly work: (name: string) => Promise<void>;
  /** Called when nothing is left to do. */
  readonly idle: () => void;
}

/**
 * Does work under names, several at once, but never twice at once under the same name: a name that is added while it is
 * worked on is done once more afterwards, however often it was added.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #waiting = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #open = 0;

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  add(name: string): void {
    this.#waiting.add(name);
    if (this.#open >= this.#options.width) return;
    this.#open++;
    const running: Promise<void> = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Whether anything is under way. */
  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Waits for what is under way now. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    for (let name = this.#next(); name !== undefined; name = this.#next()) {
      this.#waiting.delete(name);
      this.#busy.add(name);
      await this.#options.work(name);
      this.#busy.delete(name);
    }
    this.#open--;
    if (this.#open === 0) this.#options.idle();
  }

  #next(): string | undefined {
    for (const name of this.#waiting) if (!this.#busy.has(name)) return name;
    return undefined;
  }
}
