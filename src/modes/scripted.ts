import { contentTypes } from '../api/errors.js';
import { apiOfPath } from '../api/route.js';
import type { WireRequest } from '../exchange/request.js';
import type { HeaderRecord, WireResponse } from '../exchange/response.js';
import { leadBack, leadBackHeaders } from '../scenario/lead-back.js';
import type { ScriptedResponse } from '../scenario/step.js';

/**
 * The answer that a step gives. What the step leaves out is as the API it is given on would have it: the content type,
 * and on a 429 the headers by which a client knows how long to wait. A header with no values, `retry-after: []`, is
 * not sent.
 */
export function scripted({ status, headers, body }: ScriptedResponse, request: WireRequest): WireResponse {
  const { prefix } = request.base;
  const api = apiOfPath(request.path) ?? 'registry';
  const wait = status === 429 ? waitHeaders(api === 'platform', headers['retry-after']) : {};
  const own = { ...wait, ...leadBackHeaders(headers, prefix) };
  if (body === null) return { status, headers: own, body };
  const json = 'json' in body;
  return {
    status,
    headers: { 'content-type': json ? contentTypes[api] : 'text/plain; charset=utf-8', ...own },
    body: json ? JSON.stringify(leadBack(body.json, prefix)) : body.text,
  };
}

/** Whole seconds for everybody; the platform's rate headers beside, which agree with them. */
function waitHeaders(platform: boolean, written: HeaderRecord[string] = '1'): HeaderRecord {
  const seconds = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : 1;
  if (!platform) return { 'retry-after': String(seconds) };
  return {
    'retry-after': String(seconds),
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds.toFixed(3),
  };
}
