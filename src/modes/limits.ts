import { errorResponse } from '../api/errors.js';
import type { Api } from '../api/operations.js';
import { apiOfPath } from '../api/route.js';
import type { Caller } from '../emulator/call.js';
import { remember } from '../emulator/remember.js';
import { hashHex } from '../exchange/hash.js';
import { retryAfter, type Verdict } from '../scenario/limit.js';
import type { Limit } from '../scenario/scenario.js';
import type { Answer, Turn } from './turn.js';

/**
 * The scenario's rate limits, on the session's clock. Every answer of a limited platform carries the rate headers; what
 * is over the rate is answered 429 in the API's own shape (headers and wording as the real service sends them). Asked
 * once for each request, however often it is decided.
 */
export function askLimits(turn: Turn): Answer | undefined {
  const { platform, registry } = turn.session.scenario.limits;
  if ((!platform && !registry) || turn.rate) return undefined;
  const api = turn.route?.operation.api ?? apiOfPath(turn.request.path);
  const limit = api === 'platform' ? platform : registry;
  if (!api || !limit) return undefined;
  const verdict = turn.session.countWindow(api, windowOf(api, limit, turn), limit);
  turn.rate = api === 'platform' ? rateHeaders(limit, verdict) : {};
  if (verdict.allowed) return undefined;
  if (verdict.tooEarly) turn.note = { ...turn.note, 'too-early': `${Math.ceil(verdict.reset)}ms` };
  const detail = `You have exceeded the API's rate limit of ${rateText(limit)}.`;
  return {
    kind: 'answer',
    source: 'scripted',
    step: `limits.${api}`,
    response: errorResponse(
      api,
      { status: 429, title: 'Too many requests', detail },
      { 'retry-after': String(retryAfter(verdict.reset)) },
    ),
  };
}

function rateHeaders({ rate }: Limit, { remaining, reset }: Verdict): Record<string, string> {
  return {
    'x-ratelimit-limit': String(rate),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': inSeconds(reset),
  };
}

/** Milliseconds as seconds with three digits behind the point; faster than `toFixed`. */
function inSeconds(exact: number): string {
  const ms = Math.round(exact);
  return `${Math.floor(ms / 1000)}.${String(1000 + (ms % 1000)).slice(1)}`;
}

function rateText({ rate, per }: Limit): string {
  const requests = rate === 1 ? '1 request' : `${rate} requests`;
  return per === 1000 ? `${requests} per second` : `${requests} per ${per / 1000} seconds`;
}

/** Tokens are told apart by a hash, so that none is kept. */
const byToken = {
  platform: remember(({ token = '' }: Caller) => `platform ${hashHex(token)}`),
  registry: remember(({ token = '' }: Caller) => `registry ${hashHex(token)}`),
};

/** In which window of an API a request counts. */
function windowOf(api: Api, { by }: Limit, { caller, request }: Turn): string {
  if (by === 'session') return `${api} session`;
  if (by === 'address' || caller.token === undefined) return `${api} ${request.client}`;
  return byToken[api](caller);
}
