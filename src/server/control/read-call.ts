import type { HttpBindings } from '@hono/node-server';
import { deepestJson, isTooDeep, type Json } from '../../exchange/json.js';
import { incomingFromFetch, incomingFromNode } from '../incoming.js';

/** The largest body that the control API takes, in bytes: a scenario may be long. */
const largestBody = 32 * 1024 * 1024;

/** The body of a call as data, or why it is not taken. */
export type ReadCall =
  { readonly body: Json | undefined } | { readonly status: 400 | 413 | 415; readonly wrong: string };

/**
 * Reads the body of a call. Writes must say that they are JSON: no page of another site can send that without asking
 * first, which nobody answers.
 */
export async function readCall(
  request: Request,
  { incoming, outgoing }: Partial<HttpBindings> = {},
): Promise<ReadCall> {
  if (request.method === 'GET' || request.method === 'HEAD') return { body: undefined };
  const call = incoming && outgoing ? incomingFromNode(incoming, outgoing) : incomingFromFetch(request);
  const read = call.hasBody ? await call.readBody(largestBody) : { whole: new Uint8Array() };
  if (!('whole' in read)) return { status: 413, wrong: `the body is larger than ${largestBody} bytes` };
  const json = /^application\/json *(;|$)/i.test(call.headers['content-type'] ?? '');
  if (!json && (call.method !== 'DELETE' || read.whole.length > 0)) {
    return { status: 415, wrong: 'writes to the control API need the header Content-Type: application/json' };
  }
  return parseBody(new TextDecoder().decode(read.whole));
}

function parseBody(text: string): ReadCall {
  if (text.trim() === '') return { body: undefined };
  if (isTooDeep(text)) {
    return { status: 400, wrong: `the body has more than ${deepestJson} lists and objects in each other` };
  }
  try {
    return { body: JSON.parse(text) as Json };
  } catch (error) {
    return { status: 400, wrong: `the body is not JSON: ${(error as Error).message}` };
  }
}
