import { RestageError } from '../exchange/restage-error.js';
import type { Roster } from '../server/roster.js';
import { journalEntry } from '../session/journal-entry.js';
import type { JournalEntry } from '../session/journal.js';
import { type Report, reportOf } from '../session/report.js';

/** What can be asked of a session at once, because it is held at hand. */
export interface HeldSession {
  readonly name: string;
  readonly scenario: string;
  readonly seed: number;
  /** Session time, ms since 1970. */
  now(): number;
  /** Entries after a number, oldest first, and the number of the last one there is. */
  journal(after?: number): { readonly entries: readonly JournalEntry[]; readonly next: number };
  report(): Report;
  /** Lets every lifecycle that waits for a signal go on; how many there were. */
  signal(name: string): number;
  /** Lets the session be put away again. */
  release(): void;
}

/** Opens a session and holds it at hand. */
export async function holdSession(
  roster: Roster,
  name: string,
  fixtures: () => readonly string[],
): Promise<HeldSession> {
  const first = await roster.open(name);
  first.busy++;
  const session = (): typeof first => {
    const there = roster.at(name);
    if (there) return there;
    throw new RestageError(
      'closed',
      `the session ${name} is closed: it was deleted, or its server has ended`,
    );
  };
  return {
    name,
    get scenario() {
      return session().scenario.name;
    },
    get seed() {
      return session().seed;
    },
    now: () => session().clock.now(),
    journal: (after = 0) => {
      const { journal } = session();
      return { entries: journal.after(after).map(journalEntry), next: journal.next - 1 };
    },
    report: () => reportOf(session(), fixtures()),
    signal: (signal) => session().signal(signal),
    release: () => void first.busy--,
  };
}
