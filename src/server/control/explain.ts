import { findRoute } from '../../api/route.js';
import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import type { WireRequest } from '../../exchange/request.js';
import { decide } from '../../modes/decide.js';
import { sourcesOf } from '../../modes/modes.js';
import type { Decision, Turn } from '../../modes/turn.js';
import type { Session } from '../../session/session.js';
import { chooseSession } from '../choose-session.js';
import { type ControlApp, problems } from './setup.js';

/** `POST …/explain {method, url, headers?, body?}`: who would answer and why, tried on a copy of the session. */
export function explainRoutes(app: ControlApp): void {
  app.post('/sessions/:name/explain', (c) => {
    const body = c.get('body');
    const wrong = judgeRequest(body);
    if (!isJsonObject(body) || wrong.length > 0) return problems(c, 422, wrong);
    return c.json(explain(c.get('session'), body, new URL(c.req.url).origin));
  });
}

function judgeRequest(body: Json | undefined): string[] {
  if (!isJsonObject(body)) return ['expected {"method": "GET", "url": "/api/v2/ping"}'];
  const { method, url, headers } = body;
  const wrong: string[] = [];
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method))
    wrong.push('method: expected a method such as "GET"');
  if (typeof url !== 'string' || !/^(\/|https?:\/\/)/.test(url))
    wrong.push('url: expected a path or an absolute URL');
  if (
    headers !== undefined &&
    !(isJsonObject(headers) && Object.values(headers).every((one) => typeof one === 'string'))
  ) {
    wrong.push('headers: expected texts by name');
  }
  return wrong;
}

function explain(session: Session, asked: JsonObject, origin: string): JsonObject {
  const url = new URL(asked['url'] as string, origin);
  const headers = Object.fromEntries(
    Object.entries((asked['headers'] as Record<string, string> | undefined) ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const choice = chooseSession(
    url.pathname + url.search,
    { authorization: `Bearer restage-${session.name}`, ...headers },
    undefined,
  );
  const { body } = asked;
  const request: WireRequest = {
    method: (asked['method'] as string).toUpperCase(),
    path: choice.path,
    query: choice.query,
    headers,
    body:
      body === undefined
        ? undefined
        : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
    client: 'explain',
    base: { origin, prefix: choice.prefix },
  };
  const copy = session.fork();
  const turn: Turn = {
    session: copy,
    request,
    route: findRoute(request.method, request.path),
    caller: choice.caller,
  };
  return { operation: turn.route?.operation.name ?? null, ...describe(decide(turn, sourcesOf(copy))) };
}

function describe(decision: Decision): JsonObject {
  if (decision.kind === 'need')
    return {
      source: 'emulated',
      why: `the emulator answers once it has read the module in ${decision.need.source}`,
    };
  const { source, file, step, why, near, response } = decision;
  return {
    source,
    status: response.status,
    why: why ?? reasons[source] ?? null,
    ...(file === undefined ? {} : { file }),
    ...(step === undefined ? {} : { step }),
    ...(near === undefined ? {} : { near }),
  };
}

const reasons: Record<string, string> = {
  scripted: 'a step of the scenario or a rate limit takes it',
  emulated: 'no step takes it; the emulated backend knows the operation',
  recorded: 'no step takes it; a fixture was recorded for it',
  derived: 'it was never recorded; it is answered from the resources seen in the recordings',
  upstream: 'it is forwarded to the upstream',
  refused: 'nothing answers it',
};
