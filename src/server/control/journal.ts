import { streamSSE } from 'hono/streaming';
import { journalEntry } from '../../session/journal-entry.js';
import type { Journal, JournalEntry, Written } from '../../session/journal.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';

const outcomes: readonly string[] = [
  'answered',
  'faulted',
  'refused',
  'rejected',
] satisfies JournalEntry['outcome'][];

/** `GET …/journal?after=SEQ&outcome=refused`, as a list or, when asked for, as an event stream. */
export function journalRoutes(app: ControlApp, { stopping }: ControlSetup): void {
  app.get('/sessions/:name/journal', (c) => {
    const session = c.get('session');
    const { journal } = session;
    const after = c.req.query('after') ?? c.req.header('last-event-id') ?? '0';
    const outcome = c.req.query('outcome');
    if (!/^\d{1,15}$/.test(after))
      return problems(c, 422, [`after: found ${JSON.stringify(after)}, expected a number`]);
    if (outcome !== undefined && !outcomes.includes(outcome)) {
      return problems(c, 422, [
        `outcome: found ${JSON.stringify(outcome)}, expected one of ${outcomes.join(', ')}`,
      ]);
    }
    const wanted = (entry: Written): boolean => outcome === undefined || entry.outcome === outcome;
    if (!(c.req.header('accept') ?? '').includes('text/event-stream')) {
      const entries = journal.after(Number(after)).filter(wanted).map(journalEntry);
      return c.json({ entries, next: journal.next - 1 });
    }
    session.busy++;
    return streamSSE(c, async (stream) => {
      const over = new AbortController();
      const end = (): void => over.abort();
      stream.onAbort(end);
      stopping.addEventListener('abort', end);
      if (stopping.aborted) end();
      try {
        for await (const entry of entriesOf(journal, Number(after), over.signal)) {
          if (!wanted(entry)) continue;
          const data = JSON.stringify(journalEntry(entry));
          await stream.writeSSE({ id: String(entry.seq), event: 'entry', data });
        }
      } finally {
        stopping.removeEventListener('abort', end);
        session.busy--;
      }
    });
  });
}

/**
 * The entries after a number, those there are and those to come, until nobody wants them or the journal ends. What is
 * not taken in time goes with the oldest of the journal.
 */
async function* entriesOf(journal: Journal, after: number, over: AbortSignal): AsyncGenerator<Written> {
  let last = after;
  while (!over.aborted) {
    if (last >= journal.next) last = 0;
    for (const entry of journal.after(last)) {
      yield entry;
      last = entry.seq;
      if (over.aborted) return;
    }
    if (journal.ended) return;
    if (journal.next === last + 1) await change(journal, over);
  }
}

function change(journal: Journal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      over.removeEventListener('abort', done);
      resolve();
    };
    const stop = journal.onChange(done);
    over.addEventListener('abort', done);
    if (over.aborted) done();
  });
}
