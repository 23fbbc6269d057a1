import type { Json, JsonObject } from '../exchange/json.js';
import type { Asking } from '../exchange/request.js';

/** Which source gave an answer. */
export type SourceName = 'recorded' | 'derived' | 'emulated' | 'scripted' | 'upstream' | 'refused';

/** How a request ended: answered, answered with a fault, refused by restage, or rejected at the door. */
export type OutcomeName = 'answered' | 'faulted' | 'refused' | 'rejected';

/** One request and what became of it. */
export interface JournalEntry {
  readonly seq: number;
  /** Session time, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  /** Name of the operation, or null outside the two APIs. */
  readonly operation: string | null;
  /** Null when no answer was sent. */
  readonly status: number | null;
  readonly source: SourceName;
  readonly outcome: OutcomeName;
  /** Milliseconds from the request's head to the answer's end. */
  readonly ms: number;
  /** Fixture that the answer came from. */
  readonly file?: string;
  /** Name or number of the step that had a say. */
  readonly step?: string;
  /** Why there was no other answer, for refusals and rejections. */
  readonly why?: string;
  readonly near?: Json;
  /** What the handler found worth keeping, e.g. an override's comment. */
  readonly note?: JsonObject;
}

/** An entry as it is written down: the request is kept for verification and turned into text only when read. */
export interface Written {
  readonly seq: number;
  readonly at: number;
  readonly request: Asking;
  readonly operation: string | null;
  /** Set again, like {@link outcome} and {@link why}, when the answer could not be kept and was not given. */
  status: number | null;
  readonly source: SourceName;
  outcome: OutcomeName;
  /** Set again when the answer has ended. */
  ms: number;
  readonly file?: string | undefined;
  /** The session was answered from that file before. */
  readonly again?: boolean | undefined;
  readonly step?: string | undefined;
  why?: string | undefined;
  readonly near?: Json | undefined;
  readonly note?: JsonObject | undefined;
}

/** How many entries a session keeps before the oldest go. */
export const journalSize = 1000;

/** The largest body, in bytes, that is kept for verification. */
const keptBody = 16 * 1024;

/** What was asked of a session, what answered, and why; the last {@link journalSize} requests. */
export class Journal {
  readonly #ring: Written[] = [];
  readonly #listeners = new Set<() => void>();
  #next = 1;
  #ended = false;
  #headers: Asking['headers'] = {};

  /** The number that the next entry will have. */
  get next(): number {
    return this.#next;
  }

  /** Whether nothing will be written any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Writes an entry down; the oldest goes when there are too many. */
  write(entry: Omit<Written, 'seq'>): Written {
    const { at, request, operation, status, source, outcome, ms, file, again, step, why, near, note } = entry;
    // name by name: a spread with another name beside it is four times as slow
    const written: Written = {
      seq: this.#next,
      at,
      request: this.#kept(request),
      operation,
      status,
      source,
      outcome,
      ms,
      file,
      again,
      step,
      why,
      near,
      note,
    };
    this.#ring[(this.#next - 1) % journalSize] = written;
    this.#next++;
    this.#tell();
    return written;
  }

  /** Takes back an entry that was kept, under the number it had. */
  recall(entry: Written): void {
    this.#ring[(entry.seq - 1) % journalSize] = entry;
    this.#next = Math.max(this.#next, entry.seq + 1);
  }

  /** Entries after a number, oldest first. */
  after(seq = 0): Written[] {
    const entries: Written[] = [];
    for (let at = Math.max(seq + 1, this.#next - journalSize, 1); at < this.#next; at++) {
      const entry = this.#ring[(at - 1) % journalSize];
      if (entry?.seq === at) entries.push(entry);
    }
    return entries;
  }

  /** Calls back when there is a new entry, when all are gone, and at the end; until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins again. */
  clear(): void {
    this.#ring.length = 0;
    this.#next = 1;
    this.#tell();
  }

  /** Nothing more will be written: the session is gone. */
  end(): void {
    this.#ended = true;
    this.#tell();
  }

  /** A copy without what nobody looks at later. Requests with the same headers share them, so that a journal stays small. */
  #kept({ method, path, query, headers, body }: Asking): Asking {
    if (!isSame(headers, this.#headers)) this.#headers = headers;
    const small = body !== undefined && body.length <= keptBody ? body : undefined;
    return { method, path, query, headers: this.#headers, body: small };
  }

  #tell(): void {
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener();
  }
}

function isSame(some: Asking['headers'], others: Asking['headers']): boolean {
  let more = 0;
  for (const name in some) {
    if (some[name] !== others[name]) return false;
    more++;
  }
  for (const _ in others) more--;
  return more === 0;
}
