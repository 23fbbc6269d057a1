import type { World } from '../emulator/world.js';
import { requestKey } from '../exchange/request-key.js';
import type { WireResponse } from '../exchange/response.js';
import { waitOf } from '../scenario/delay.js';
import type { ScriptedResponse, Step, WorldChange } from '../scenario/step.js';
import { stepMatches } from '../scenario/step-match.js';
import { type Draw, drawUnit, takesTurn } from '../scenario/turn-taking.js';
import type { Answer, Fault, Taken, Turn } from './turn.js';

/**
 * The scenario's steps: the first that takes the request decides. It may change the world, answer, keep any answer
 * back, or let the next source answer and leave its mark on that answer (see `decide`).
 */
export function askSteps(turn: Turn): Answer | undefined {
  const taken = turn.taken === undefined ? takeStep(turn) : turn.taken;
  turn.taken = taken;
  if (!taken) return undefined;
  const { step, fault } = taken;
  const answer = { kind: 'answer', source: 'scripted', step: step.name, ...(fault && { fault }) } as const;
  if (step.respond) return { ...answer, response: scripted(step.respond) };
  if (fault && (fault.hang || fault.reset || fault.close)) return { ...answer, response: nothing };
  return undefined;
}

const nothing: WireResponse = { status: 200, headers: {}, body: null };

function takeStep(turn: Turn): Taken | null {
  const { session, request, route } = turn;
  const { steps } = session;
  const candidates = steps.candidates(route);
  if (candidates.length === 0) return null;
  const draw = drawFor(turn);
  for (const step of candidates) {
    if (!stepMatches(step, request, route)) continue;
    if (!takesTurn(step, session.countStep(step.name), draw)) continue;
    session.lives.settle(session.clock.now());
    for (const change of step.set) changeWorld(session.world, change);
    return { step, fault: step.fault && faultOf(step, draw) };
  }
  return null;
}

function drawFor({ session, request }: Turn): Draw {
  const { seed, name } = session;
  if (!session.steps.hasChance) return { seed, session: name, request: '', attempt: 0 };
  const key = requestKey(request);
  return { seed, session: name, request: key, attempt: session.countAttempt(key) };
}

function faultOf(step: Step, draw: Draw): Fault {
  const { delay, ...rest } = step.fault!;
  return { ...rest, wait: delay && waitOf(delay, (purpose) => drawUnit(step, draw, purpose)) };
}

function scripted({ status, headers, body }: ScriptedResponse): WireResponse {
  if (body === null) return { status, headers, body: null };
  if ('text' in body)
    return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: body.text };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body.json),
  };
}

/** Makes one scripted change. A change to something that is not there changes nothing. */
function changeWorld(world: World, change: WorldChange): void {
  const before = world.get(change.type, change.id);
  switch (change.kind) {
    case 'remove':
      return world.remove(change.type, change.id);
    case 'change':
      if (before) world.put({ ...before, attributes: { ...before.attributes, ...change.attributes } });
      return;
    case 'put': {
      const { type, id, attributes, parent, position } = change;
      world.put({
        ...before,
        type,
        id,
        attributes,
        place: position,
        ...(parent === undefined ? {} : { parent }),
      });
    }
  }
}
