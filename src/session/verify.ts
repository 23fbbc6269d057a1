import { findRoute } from '../api/route.js';
import type { Json } from '../exchange/json.js';
import { Asked } from '../scenario/asked.js';
import { type Meant, stepMatches, targetMatches } from '../scenario/step-match.js';
import { journalEntry } from './journal-entry.js';
import type { Journal, JournalEntry, Written } from './journal.js';

/** What a verification found. */
export interface Found {
  readonly ok: boolean;
  /** How many requests there were; for an order, how many of the expected ones came in it. */
  readonly found: number;
  /** Requests that almost fit, the newest first; empty when all is well. */
  readonly near: readonly JournalEntry[];
}

/** How many near requests are named. */
const named = 5;

/** Whether the journal holds as many requests of a kind as expected; at least one when nothing is said. */
export function verifyCount(
  journal: Journal,
  expected: Meant,
  { count, min, max }: { readonly count?: number; readonly min?: number; readonly max?: number },
): Found {
  const found = journal.after().filter((entry) => stepMatches(expected, askedBy(entry))).length;
  const least = count ?? min ?? (max === undefined ? 1 : 0);
  const most = count ?? max ?? Infinity;
  const ok = found >= least && found <= most;
  return { ok, found, near: ok ? [] : nearOnes(journal, [expected]) };
}

/** Whether requests came in an order; others may have come between them. */
export function verifyOrder(journal: Journal, order: readonly Meant[]): Found {
  let found = 0;
  for (const entry of journal.after()) {
    const next = order[found];
    if (next && stepMatches(next, askedBy(entry))) found++;
  }
  const ok = found === order.length;
  return { ok, found, near: ok ? [] : nearOnes(journal, order.slice(found)) };
}

function askedBy({ request }: Written): Asked {
  return new Asked(request, findRoute(request.method, request.path));
}

/** Requests to the same operation or path, whatever their conditions; where there are none, the last requests at all. */
function nearOnes(journal: Journal, expected: readonly Meant[]): JournalEntry[] {
  const entries = journal.after().reverse();
  const sameTarget = entries.filter((entry) => {
    const asked = askedBy(entry);
    return expected.some(({ on }) => targetMatches(on, asked));
  });
  return (sameTarget.length > 0 ? sameTarget : entries).slice(0, named).map(journalEntry);
}

/** A found as JSON. */
export function foundJson(found: Found): Json {
  return found as unknown as Json;
}
