import { isJsonObject, type Json } from '../exchange/json.js';
import type { Asking } from '../exchange/request.js';
import { journalEntry } from './journal-entry.js';
import type { Journal, JournalEntry } from './journal.js';

/** A journal as plain data: what may be shown of it, so no headers and no bodies. */
export function keepJournal(journal: Journal): Json {
  return journal.after().map(journalEntry) as unknown as Json;
}

/** Takes entries that {@link keepJournal} made back into a journal. */
export function recallJournal(journal: Journal, kept: Json | undefined): void {
  if (!Array.isArray(kept)) return;
  for (const entry of kept as unknown as JournalEntry[]) {
    if (!isJsonObject(entry) || typeof entry['seq'] !== 'number') continue;
    journal.recall({ ...entry, at: Date.parse(entry.at), request: requestOf(entry) });
  }
}

function requestOf({ method, path, query }: JournalEntry): Asking {
  return { method, path, query: query ?? '', headers: {}, body: undefined };
}
