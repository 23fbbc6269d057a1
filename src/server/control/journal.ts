import { streamSSE } from 'hono/streaming';
import { journalEntry } from '../../session/journal-entry.js';
import type { JournalEntry, Written } from '../../session/journal.js';
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
    const { journal } = c.get('session');
    const after = c.req.query('after') ?? c.req.header('last-event-id') ?? '0';
    const outcome = c.req.query('outcome');
    if (!/^\d{1,15}$/.test(after))
      return problems(c, 400, [`after: found ${JSON.stringify(after)}, expected a number`]);
    if (outcome !== undefined && !outcomes.includes(outcome)) {
      return problems(c, 400, [
        `outcome: found ${JSON.stringify(outcome)}, expected one of ${outcomes.join(', ')}`,
      ]);
    }
    const wanted = (entry: Written): boolean => outcome === undefined || entry.outcome === outcome;
    const kept = journal.after(Number(after)).filter(wanted);
    if (!(c.req.header('accept') ?? '').includes('text/event-stream')) {
      return c.json({ entries: kept.map(journalEntry), next: journal.next - 1 });
    }
    return streamSSE(c, async (stream) => {
      let ended = false;
      let queue: Written[] = [...kept];
      let wake: () => void = () => undefined;
      const stop = journal.onEntry((entry) => {
        if (wanted(entry)) queue.push(entry);
        wake();
      });
      const end = (): void => {
        ended = true;
        stop();
        stopping.removeEventListener('abort', end);
        wake();
      };
      stream.onAbort(end);
      stopping.addEventListener('abort', end);
      if (stopping.aborted) end();
      while (!ended) {
        const now = queue;
        queue = [];
        for (const entry of now) {
          await stream.writeSSE({
            id: String(entry.seq),
            event: 'entry',
            data: JSON.stringify(journalEntry(entry)),
          });
        }
        if (queue.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      }
    });
  });
}
