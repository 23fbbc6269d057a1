import type { Roster } from '../server/roster.js';
import { journalEntry } from '../session/journal-entry.js';
import { journalSize, type Written } from '../session/journal.js';
import type { Report } from '../session/report.js';
import type { Session } from '../session/session.js';
import { Tally } from '../session/tally.js';

/** What all sessions of a server saw together. */
export type RunReport = Report;

/** Draws up what a server saw while it ran, in sessions, too, that were reset or deleted meanwhile. */
export class RunReporter {
  readonly #tally = new Tally();
  readonly #refusals: Report['refusals'][number][] = [];
  readonly #files = new Set<string>();
  readonly #steps = new Set<string>();

  /** Notes a request once it is answered. */
  note({ scenario }: Session, entry: Written): void {
    const { operation, status, source, outcome, file, again, step } = entry;
    this.#tally.count(operation, status, source);
    if (file !== undefined && !again) this.#files.add(file);
    if (step !== undefined) this.#steps.add(placeOf(scenario.name, step));
    if (outcome !== 'refused') return;
    this.#refusals.push(journalEntry(entry));
    if (this.#refusals.length > journalSize) this.#refusals.shift();
  }

  /**
   * The report so far: the refusals as many as a journal holds, and what none of the sessions used.
   * @param fixtures the fixture files that could have been used
   */
  async report(roster: Roster, fixtures: readonly string[]): Promise<RunReport> {
    const files = new Set(this.#files);
    const used = new Set(this.#steps);
    const steps = new Map<string, string>();
    for (const name of await roster.names()) {
      const session = await roster.look(name);
      if (!session) continue;
      for (const step of session.steps.steps) {
        const place = placeOf(session.scenario.name, step.name);
        steps.set(place, step.name);
        if (session.taken(step.name) > 0) used.add(place);
      }
      for (const file of session.used) files.add(file);
    }
    return {
      requests: structuredClone(this.#tally.counts),
      refusals: [...this.#refusals],
      unused: {
        fixtures: fixtures.filter((file) => !files.has(file)),
        steps: [...steps].filter(([place]) => !used.has(place)).map(([, name]) => name),
      },
    };
  }
}

/** Steps of one scenario are the same step in every session. */
function placeOf(scenario: string, step: string): string {
  return `${scenario}\n${step}`;
}
