import { errorResponse } from '../api/errors.js';
import type { Api } from '../api/operations.js';
import { apiOfPath, methodsAt } from '../api/route.js';
import { type RefusalCode, refusalHeaders } from '../exchange/refusal-codes.js';
import type { Json } from '../exchange/json.js';
import { explainMiss, type Miss } from '../fixtures/miss.js';
import type { Answer, Turn } from './turn.js';

/** Why restage has no answer. */
export interface Refusal {
  readonly code: RefusalCode;
  /** What a person should read; may have several lines. */
  readonly why: string;
  /** What comes near, for the journal. */
  readonly near?: Json | undefined;
  /** 501 when left out: nobody here knows an answer. */
  readonly status?: number;
  readonly title?: string;
}

/** restage itself has no answer. Says so in the error shape of the API that the path belongs to. */
export function refuse(turn: Turn, refusal: Refusal = reasonOf(turn)): Answer {
  const { code, why, near, status = 501, title = 'restage has no answer' } = refusal;
  return {
    kind: 'answer',
    source: 'refused',
    why,
    ...(near === undefined ? {} : { near }),
    response: errorResponse(
      apiOfPath(turn.request.path) ?? 'registry',
      { status, title, detail: why },
      refusalHeaders(code),
    ),
  };
}

/** The upstream that a request belongs to, whether there is one or not. */
export function apiOf({ request, route }: Turn): Api {
  return route?.operation.api ?? (/^\/api(\/|$)/.test(request.path) ? 'platform' : 'registry');
}

const codes: Record<Miss['why'], RefusalCode> = {
  unknown: 'not-recorded',
  'used-up': 'used-up',
  'too-early': 'too-early',
};

function reasonOf(turn: Turn): Refusal {
  const { miss, underivable, request, route, session } = turn;
  if (miss) {
    const told = explainMiss(miss, session.tools.fixtures?.recordCommand(apiOf(turn)));
    if (underivable !== undefined) told.splice(1, 0, `Nor can it be derived: ${underivable}.`);
    const why = told.join('\n');
    return {
      code: codes[miss.why],
      why,
      ...(miss.why === 'unknown' && { near: miss.near as unknown as Json }),
    };
  }
  const asked = `${request.method} ${request.path.slice(0, 200)}`;
  if (underivable !== undefined) {
    const why = `What was recorded for ${asked} would take back what this session has changed, and nothing else can be derived: ${underivable}`;
    return { code: 'not-recorded', why };
  }
  if (route) return { code: 'no-answer', why: `restage has no answer for ${asked} in mode ${session.mode}` };
  const methods = methodsAt(request.path);
  return {
    code: 'no-operation',
    why:
      methods.length > 0
        ? `restage knows this path only with ${methods.join(', ')}, not ${asked}`
        : `${asked} belongs to neither of the two APIs that restage stands in for (/api/v2/…, /v1/modules/…, /v2/modules/…, /.well-known/terraform.json)`,
  };
}
