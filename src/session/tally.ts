/** How many requests there were, by what they asked and what they got. Counts for the whole life of a session. */
export interface Counts {
  total: number;
  byOperation: Record<string, number>;
  byStatus: Record<string, number>;
  bySource: Record<string, number>;
}

/** A running count of a session's requests. */
export class Tally {
  #counts: Counts = empty();

  /** Counts one request; `status` null when no answer was sent. */
  count(operation: string | null, status: number | null, source: string): void {
    const counts = this.#counts;
    counts.total++;
    add(counts.byOperation, operation ?? 'other');
    add(counts.byStatus, status === null ? 'none' : String(status));
    add(counts.bySource, source);
  }

  /** The counts so far. */
  get counts(): Counts {
    return this.#counts;
  }

  /** Begins again, from earlier counts when given. */
  restart(counts: Counts = empty()): void {
    this.#counts = counts;
  }
}

function empty(): Counts {
  return { total: 0, byOperation: {}, byStatus: {}, bySource: {} };
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
