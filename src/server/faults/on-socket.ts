import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from '../../exchange/response.js';
import type { Fault } from '../../modes/turn.js';
import { paceBody } from './pace.js';

/** The connection of one request. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Aborted when the client goes away before the answer is complete. */
export function goneSignal({ response }: Wire): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** Never answers; resolves when the client has had enough, or the server stops and hangs up. */
export function hang(wire: Wire, stopping: AbortSignal): Promise<void> {
  const hangUp = (): void => close(wire);
  if (stopping.aborted) hangUp();
  stopping.addEventListener('abort', hangUp);
  return new Promise<void>((resolve) => {
    if (wire.response.destroyed) resolve();
    wire.response.once('close', resolve);
  }).finally(() => stopping.removeEventListener('abort', hangUp));
}

/** Breaks the connection with a RST. */
export function reset({ request }: Wire): void {
  request.socket.resetAndDestroy();
}

/** Closes the connection without a word. */
export function close({ request }: Wire): void {
  request.socket.destroy();
}

/**
 * Writes an answer piece by piece. The whole length is promised; what a truncation keeps back is never sent, and the
 * connection closes after what was.
 */
export async function writePaced(
  wire: Wire,
  answer: WireResponse,
  body: Uint8Array,
  fault: Fault,
  gone: AbortSignal,
): Promise<void> {
  const { response, request } = wire;
  response.writeHead(answer.status, {
    ...(answer.headers as Record<string, string | string[]>),
    'content-length': String(body.length),
  });
  response.flushHeaders();
  for (const { wait, bytes } of paceBody(body, fault.drip, fault.truncate)) {
    if (wait > 0) await sleep(wait, undefined, { signal: gone }).catch(() => undefined);
    if (gone.aborted) return;
    if (!response.write(bytes)) await drained(response);
  }
  if (fault.truncate === undefined || fault.truncate >= body.length) response.end();
  else request.socket.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
