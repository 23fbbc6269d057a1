import { errorResponse } from '../api/errors.js';
import { apiOfPath } from '../api/route.js';
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
  const verdict = turn.session.countWindow(api, whoAsks(limit, turn), limit);
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
    'x-ratelimit-reset': (reset / 1000).toFixed(3),
  };
}

function rateText({ rate, per }: Limit): string {
  const requests = rate === 1 ? '1 request' : `${rate} requests`;
  return per === 1000 ? `${requests} per second` : `${requests} per ${per / 1000} seconds`;
}

/** Whose window a request counts in. Tokens are told apart by a hash, so that none is kept. */
function whoAsks({ by }: Limit, { caller, request }: Turn): string {
  if (by === 'session') return 'session';
  if (by === 'address') return request.client;
  return caller.token === undefined ? request.client : hashHex(caller.token);
}
