import { journalEntry } from './journal-entry.js';
import type { JournalEntry } from './journal.js';
import type { Session } from './session.js';
import type { Counts } from './tally.js';

/** What a session saw: counts for its whole life, refusals as far back as the journal goes, and what nobody used. */
export interface Report {
  readonly requests: Counts;
  readonly refusals: readonly JournalEntry[];
  readonly unused: {
    /** Fixture files that no request of this session was answered from. */
    readonly fixtures: readonly string[];
    /** Steps that have taken no request. */
    readonly steps: readonly string[];
  };
}

/**
 * Draws up the report of a session.
 * @param fixtures the fixture files there are
 */
export function reportOf(session: Session, fixtures: readonly string[]): Report {
  return {
    requests: structuredClone(session.tally.counts),
    refusals: session.journal
      .after()
      .filter(({ outcome }) => outcome === 'refused')
      .map(journalEntry),
    unused: {
      fixtures: fixtures.filter((file) => !session.used.has(file)),
      steps: session.steps.steps.filter(({ name }) => session.taken(name) === 0).map(({ name }) => name),
    },
  };
}
