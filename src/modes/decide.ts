import { amend, amends } from '../scenario/amend.js';
import { refuse } from './refusal.js';
import type { Answer, Decision, Source, Turn } from './turn.js';

/**
 * Asks the sources in their order; the first that answers decides, and the last word is the refusal. A step that took
 * the request and let another source answer then changes that answer.
 */
export function decide(turn: Turn, sources: readonly Source[]): Decision {
  for (const source of sources) {
    const decision = source(turn);
    if (decision) return decision.kind === 'answer' ? marked(turn, decision) : decision;
  }
  return marked(turn, refuse(turn));
}

function marked(turn: Turn, answer: Answer): Answer {
  const { taken, rate } = turn;
  let { response } = answer;
  if (rate) response = { ...response, headers: { ...response.headers, ...rate } };
  if (!taken || answer.source === 'scripted')
    return response === answer.response ? answer : { ...answer, response };
  const { step, fault } = taken;
  if (amends(step)) response = amend(response, step);
  return { ...answer, response, step: step.name, ...(fault && { fault }) };
}
