/** A binary heap of things that fall due, the earliest first; equal times in the order they were put in. */
export class DueQueue<Item> {
  readonly #heap: { readonly at: number; readonly order: number; readonly item: Item }[] = [];
  #order = 0;

  /** When the next item falls due, or Infinity. */
  get next(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  /** Puts an item in. */
  put(at: number, item: Item): void {
    const heap = this.#heap;
    heap.push({ at, order: this.#order++, item });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#before(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Takes the earliest item out, or undefined. */
  take(): { readonly at: number; readonly item: Item } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let parent = 0; ;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && this.#before(child, least)) least = child;
      }
      if (least === parent) return first;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #before(a: number, b: number): boolean {
    const left = this.#heap[a]!;
    const right = this.#heap[b]!;
    return left.at < right.at || (left.at === right.at && left.order < right.order);
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b]!, this.#heap[a]!];
  }
}
