import { toFetchResponse } from '../respond.js';
import { type Line, overWhen, type Piece } from './line.js';
import { pause } from './pause.js';

/** The line to a caller in this process, who sees what `fetch` would show of a connection. */
export function callLine(signal: AbortSignal | undefined, stopping: AbortSignal): Line {
  const { over, release } = overWhen(stopping, (tell) => {
    if (signal?.aborted) tell();
    signal?.addEventListener('abort', tell);
    return () => signal?.removeEventListener('abort', tell);
  });
  return {
    over,
    get gone() {
      return signal?.aborted === true;
    },
    end(how) {
      release();
      throw brokenConnection(how);
    },
    leave() {
      release();
      throw signal?.reason;
    },
    send(answer, length, pieces) {
      const left = pieces[Symbol.iterator]();
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const next = left.next() as IteratorResult<Piece, undefined>;
          const { done } = next;
          const value = next.value as Piece;
          if (!done && value.wait > 0) await pause(value.wait, over);
          if (signal?.aborted) controller.error(signal.reason);
          else if (!done) controller.enqueue(value.bytes);
          else if (sent < length) controller.error(brokenConnection('close'));
          else controller.close();
          if (done || signal?.aborted) release();
          else sent += value.bytes.length;
        },
        cancel: release,
      });
      const headers = { ...answer.headers, 'content-length': String(length) };
      return new Response(body, toFetchResponse({ ...answer, headers, body: null }, false));
    },
    release,
  };
}

/** How `fetch` says that the connection broke, with the code that a socket would have given. */
function brokenConnection(how: 'reset' | 'close'): BrokenConnection {
  const cause =
    how === 'reset'
      ? Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      : Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new BrokenConnection('fetch failed', { cause });
}

/** Not a failure of restage, but what a caller in this process was to see. */
export class BrokenConnection extends TypeError {}
