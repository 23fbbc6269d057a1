import type { Answer, Turn } from '../modes/turn.js';
import type { OutcomeName, Written } from '../session/journal.js';

/** What is written down of an answer; the status is null when none was sent. */
export type Told = Omit<Answer, 'kind' | 'response'> & {
  readonly response: { readonly status: number | null };
};

/** Writes a request and what becomes of it into its session's journal, and counts it. */
export function writeDown({ session, request, route, note }: Turn, answer: Told, ms: number): Written {
  const { source, fault, file, again, step, why, near } = answer;
  const operation = route?.operation.name ?? null;
  const status = fault && (fault.hang || fault.reset || fault.close) ? null : answer.response.status;
  session.tally.count(operation, status, source);
  if (file !== undefined && !again) session.used.add(file);
  return session.journal.write({
    at: session.clock.now(),
    request,
    operation,
    status,
    source,
    outcome: outcomeOf(answer),
    ms,
    file,
    again,
    step,
    why,
    near,
    note,
  });
}

/** Whoever comes to the emulated platform without a token that it knows is turned away like at the door. */
function outcomeOf({ outcome, source, fault, response }: Told): OutcomeName {
  if (outcome !== undefined) return outcome;
  if (source === 'refused') return 'refused';
  if (fault) return 'faulted';
  return (source === 'emulated' || source === 'derived') && response.status === 401 ? 'rejected' : 'answered';
}
