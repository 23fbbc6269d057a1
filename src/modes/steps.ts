import { hashHex } from '../exchange/hash.js';
import { requestKey } from '../exchange/request-key.js';
import type { WireResponse } from '../exchange/response.js';
import { Asked } from '../scenario/asked.js';
import { waitOf } from '../scenario/delay.js';
import type { Step } from '../scenario/step.js';
import { stepMatches } from '../scenario/step-match.js';
import { type Draw, drawUnit, goesByNumber, takesTurn } from '../scenario/turn-taking.js';
import { changeWorld } from './change-world.js';
import { scripted } from './scripted.js';
import type { Answer, Fault, Taken, Turn } from './turn.js';

/**
 * The scenario's steps: the first that takes the request decides. It may change the world, answer, keep any answer
 * back, or let the next source answer and leave its mark on that answer (see `mark`). Asked once for each request,
 * however often it is decided.
 */
export function askSteps(turn: Turn): Answer | undefined {
  turn.taken ??= takeStep(turn);
  if (!turn.taken) return undefined;
  const { step, fault } = turn.taken;
  const answer = { kind: 'answer', source: 'scripted', step: step.name, ...(fault && { fault }) } as const;
  if (step.respond) return { ...answer, response: scripted(step.respond, turn.request) };
  if (fault && (fault.hang || fault.reset || fault.close)) return { ...answer, response: nothing };
  return undefined;
}

const nothing: WireResponse = { status: 200, headers: {}, body: null };
const undrawn: Draw = { seed: 0, session: '', request: '', attempt: 0 };

function takeStep(turn: Turn): Taken | false {
  const { session, request, route } = turn;
  const { steps, seeded } = session.steps.for(route);
  if (steps.length === 0) return false;
  const asked = new Asked(request, route);
  const draw = seeded ? drawFor(turn) : undrawn;
  let taking: Step | undefined;
  for (const step of steps) {
    const numbered = goesByNumber(step);
    if ((taking && !numbered) || !stepMatches(step, asked)) continue;
    const number = numbered ? session.countMatch(step.name) : 0;
    if (!taking && takesTurn(step, number, session.taken(step.name), draw)) taking = step;
  }
  if (!taking) return false;
  session.countTaken(taking.name);
  if (taking.set.length > 0) changeWorld(session, taking.set);
  return { step: taking, fault: taking.fault && faultOf(taking, draw) };
}

function drawFor({ session, request }: Turn): Draw {
  const hash = hashHex(requestKey(request));
  return { seed: session.seed, session: session.name, request: hash, attempt: session.countAttempt(hash) };
}

function faultOf(step: Step, draw: Draw): Fault {
  const { delay, ...rest } = step.fault!;
  return { ...rest, wait: delay && waitOf(delay, (purpose) => drawUnit(step, draw, purpose)) };
}
