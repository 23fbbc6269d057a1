import { formatProblem } from '../exchange/problem.js';
import { isOutdated } from '../session/derive/outdated.js';
import { refuse } from './refusal.js';
import type { Answer, Turn } from './turn.js';

/**
 * What was recorded. A request that was not is passed on, and what is known about it is kept for the refusal; so is one
 * whose recorded answer would take back what the session has changed. A fixture that cannot be believed is never
 * passed over.
 */
export function askFixtures(turn: Turn): Answer | undefined {
  const { session, request } = turn;
  const replayed = session.tools.fixtures?.answer(request, session.cursor);
  if (!replayed) return undefined;
  switch (replayed.outcome) {
    case 'recorded': {
      const view = session.derivedView;
      if (view && isOutdated(replayed.response, (key) => view.hasChanged(key))) return undefined;
      const { file, again, response } = replayed;
      return { kind: 'answer', source: 'recorded', file, again, response };
    }
    case 'missed':
      turn.miss = replayed.miss;
      return undefined;
    case 'broken': {
      const problem = formatProblem(replayed.problem);
      const why = `The fixture for this request cannot be used: ${problem}. Mend it, or delete it and record it again.`;
      return { ...refuse(turn, { code: 'fixture-broken', why }), file: replayed.file };
    }
  }
}
