import { findRoute } from '../../api/route.js';
import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import type { WireRequest } from '../../exchange/request.js';
import { decide } from '../../modes/decide.js';
import { sourcesOf } from '../../modes/modes.js';
import type { Answer, Decision, Turn } from '../../modes/turn.js';
import type { Session } from '../../session/session.js';
import { chooseSession } from '../choose-session.js';
import { judgeAsked } from './judge-asked.js';
import { type ControlApp, problems } from './setup.js';

/** `POST …/explain {method, url, headers?, body?}`: who would answer and why, tried on a copy of the session. */
export function explainRoutes(app: ControlApp): void {
  app.post('/sessions/:name/explain', (c) => {
    const body = c.get('body');
    const wrong = judgeAsked(body);
    if (!isJsonObject(body) || wrong.length > 0) return problems(c, 422, wrong);
    return c.json(explain(c.get('session'), body, new URL(c.req.url).origin));
  });
}

/** Nobody is asked for a token here: without one the request comes with the session's own. */
function explain(session: Session, asked: JsonObject, origin: string): JsonObject {
  const url = new URL(asked['url'] as string, origin);
  const given = Object.entries((asked['headers'] ?? {}) as Record<string, string>);
  const headers = Object.fromEntries([
    ['authorization', `Bearer restage-${session.name}`],
    ...given.map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  const { path, query, caller, prefix, home } = chooseSession(url.pathname + url.search, headers, undefined);
  const method = (asked['method'] as string).toUpperCase();
  const body = bytesOf(asked['body']);
  const base = { origin, prefix, home };
  const request: WireRequest = { method, path, query, headers, body, client: 'explain', base };
  const copy = session.fork();
  const turn: Turn = { session: copy, request, route: findRoute(method, path), caller };
  return { operation: turn.route?.operation.name ?? null, ...describe(decide(turn, sourcesOf(copy))) };
}

function bytesOf(body: Json | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

function describe(decision: Decision): JsonObject {
  if (decision.kind === 'need') {
    const why = `the emulator answers once it has read the module in ${decision.need.source}`;
    return { source: 'emulated', why };
  }
  if (decision.kind === 'forward') return { source: 'upstream', why: reasons.upstream };
  const { source, file, step, near, response, fault } = decision;
  return {
    source,
    status: response.status,
    why: whyOf(decision),
    ...(file === undefined ? {} : { file }),
    ...(step === undefined ? {} : { step }),
    ...(fault && { fault: Object.keys(fault).filter((name) => isAsked(fault[name as keyof typeof fault])) }),
    ...(near === undefined ? {} : { near }),
  };
}

function isAsked(part: unknown): boolean {
  return part !== undefined && part !== false;
}

function whyOf({ source, step, why }: Answer): string {
  if (why !== undefined) return why;
  if (source === 'scripted') return `${step} takes it`;
  return `${step === undefined ? 'no step takes it' : `${step} takes it and changes the answer`}; ${reasons[source]}`;
}

const reasons: Record<Answer['source'], string> = {
  scripted: 'a step answers',
  emulated: 'the emulated backend knows the operation',
  recorded: 'a fixture was recorded for it',
  derived: 'it was never recorded and is answered from the resources seen in the recordings',
  upstream: 'it is forwarded to the upstream',
  refused: 'nothing answers it',
};
