import { errorResponse } from '../api/errors.js';
import type { WireRequest } from '../exchange/request.js';
import { hashHex } from '../exchange/hash.js';
import { countRequest, type Limit, retryAfter, type Verdict } from '../scenario/limit.js';
import type { Answer, Turn } from './turn.js';

/**
 * The scenario's rate limits, on the session's clock. Every answer of a limited platform carries the rate headers; what
 * is over the rate is answered 429 in the API's own shape (headers and wording as the real service sends them).
 */
export function askLimits(turn: Turn): Answer | undefined {
  const { session, route, request } = turn;
  const api = route?.operation.api;
  const limit = api && session.scenario.limits[api];
  if (!api || !limit || turn.rate) return undefined;
  const verdict = session.countWindow(`${api} ${whoAsks(limit, turn, request)}`, (before) =>
    countRequest(before, limit, session.clock.now()),
  );
  if (verdict.early > 0) turn.note = { ...turn.note, 'too-early': `${Math.ceil(verdict.early)}ms` };
  turn.rate = api === 'platform' ? rateHeaders(limit, verdict) : {};
  if (verdict.allowed) return undefined;
  return {
    kind: 'answer',
    source: 'scripted',
    step: `limits.${api}`,
    response: errorResponse(
      api,
      {
        status: 429,
        title: 'Too many requests',
        detail: `You have exceeded the API's rate limit of ${rateText(limit)}.`,
      },
      { 'retry-after': String(retryAfter(verdict.reset)) },
    ),
  };
}

function rateHeaders(limit: Limit, { remaining, reset }: Verdict): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit.rate),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': (reset / 1000).toFixed(3),
  };
}

function rateText({ rate, per }: Limit): string {
  return per === 1000 ? `${rate} requests per second` : `${rate} requests per ${per / 1000} seconds`;
}

/** Whose window a request counts in. Tokens are told apart by a hash, so that none is kept. */
function whoAsks({ by }: Limit, { caller }: Turn, request: WireRequest): string {
  if (by === 'session') return 'session';
  if (by === 'address') return request.client;
  return caller.token === undefined ? request.client : hashHex(caller.token);
}
