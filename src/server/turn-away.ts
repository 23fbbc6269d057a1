import { STATUS_CODES } from 'node:http';
import { errorResponse } from '../api/errors.js';
import { apiOfPath } from '../api/route.js';
import type { WireResponse } from '../exchange/response.js';
import { refusalHeaders } from '../exchange/refusal-codes.js';

/** Why a request is turned away before anybody looks at what it asks. */
export interface Objection {
  readonly status: 400 | 408 | 413 | 417 | 431 | 501 | 503;
  readonly title: string;
  /** What is wrong, what was expected, what to do. */
  readonly why: string;
}

/** The answer to a request that is turned away, in the shape of the API that its target belongs to. */
export function turnAway(target: string, { status, title, why }: Objection): WireResponse & { body: string } {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^\/~[^/?#]*/, '');
  const api = apiOfPath(path.replace(/[?#].*$/s, '')) ?? 'registry';
  const response = errorResponse(api, { status, title, detail: why });
  const body = typeof response.body === 'string' ? response.body : '';
  const headers = {
    ...response.headers,
    ...refusalHeaders('rejected'),
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status, headers, body };
}

/** An answer as it goes over a connection on which HTTP has broken down, so that nothing else can write it. */
export function rawAnswer({ status, headers, body }: ReturnType<typeof turnAway>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
