import { amend } from '../scenario/amend.js';
import { watchPatience } from './patience.js';
import { refuse } from './refusal.js';
import type { Answer, Decision, Source, Turn } from './turn.js';

/** Asks the sources in their order; the first that answers decides, and the last word is the refusal. */
export function decide(turn: Turn, sources: readonly Source[]): Decision {
  for (const source of sources) {
    const decision = source(turn);
    if (decision) return decision.kind === 'answer' ? mark(turn, decision) : decision;
  }
  return mark(turn, refuse(turn));
}

/**
 * What the session makes of a source's answer, also of one that comes later: a kept rate limit shows in its headers, and
 * the step that took the request and let another source answer changes it and brings its fault. What a step writes
 * stands over all of it.
 */
export function mark(turn: Turn, answer: Answer): Answer {
  const marked = markBy(turn, answer);
  watchPatience(turn, marked.response);
  return marked;
}

function markBy(turn: Turn, answer: Answer): Answer {
  const { taken, rate, request } = turn;
  const { response } = answer;
  if (answer.source === 'scripted') return rate ? rated(answer, { ...rate, ...response.headers }) : answer;
  const told = rate ? rated(answer, { ...response.headers, ...rate }) : answer;
  if (!taken) return told;
  const { step, fault } = taken;
  const amended = amend(told.response, step, request.base.prefix);
  return { ...told, response: amended, step: step.name, ...(fault && { fault }) };
}

function rated(answer: Answer, headers: Answer['response']['headers']): Answer {
  const { status, body } = answer.response;
  return { ...answer, response: { status, headers, body } };
}
