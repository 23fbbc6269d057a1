import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../modes/turn.js';
import { paceBody } from './pace.js';

/** How `fetch` says that the connection broke, with the code a socket would have given. */
export function brokenConnection(code: 'ECONNRESET' | 'UND_ERR_SOCKET'): TypeError {
  const cause = Object.assign(new Error(code === 'ECONNRESET' ? 'read ECONNRESET' : 'other side closed'), {
    code,
  });
  return new TypeError('fetch failed', { cause });
}

/** Never answers, until the signal is aborted. */
export function hangUntil(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
  });
}

/** A body that comes piece by piece, and breaks off where a truncation says so. */
export function pacedStream(body: Uint8Array, { drip, truncate }: Fault): ReadableStream<Uint8Array> {
  const pieces = paceBody(body, drip, truncate);
  const cut = truncate !== undefined && truncate < body.length;
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift();
      if (!piece) {
        if (cut) controller.error(brokenConnection('UND_ERR_SOCKET'));
        else controller.close();
        return;
      }
      if (piece.wait > 0) await sleep(piece.wait);
      controller.enqueue(piece.bytes);
    },
  });
}
