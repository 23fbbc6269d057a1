import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireResponse } from '../../exchange/response.js';
import { type Line, overWhen, type Piece } from './line.js';
import { pause } from './pause.js';

/** The connection of one request. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The line to a client at the other end of a socket. */
export function socketLine({ request, response }: Wire, stopping: AbortSignal): Line {
  const { over, release } = overWhen(stopping, (tell) => {
    if (response.destroyed) tell();
    response.once('close', tell);
    return () => response.off('close', tell);
  });
  const sent = (): Response => {
    release();
    return RESPONSE_ALREADY_SENT;
  };
  return {
    over,
    get gone() {
      return response.destroyed;
    },
    end(how) {
      if (how === 'reset') tcpOf(request.socket).resetAndDestroy();
      else request.socket.destroy();
      return sent();
    },
    leave: sent,
    async send(answer, length, pieces) {
      const whole = await write(response, answer, length, pieces, over);
      if (whole) response.end();
      else request.socket.destroySoon();
      return sent();
    },
    release,
  };
}

async function write(
  response: ServerResponse,
  answer: WireResponse,
  length: number,
  pieces: Iterable<Piece>,
  over: AbortSignal,
): Promise<boolean> {
  const headers = answer.headers as Record<string, string | string[]>;
  response.writeHead(answer.status, { ...headers, 'content-length': String(length) });
  response.flushHeaders();
  let written = 0;
  for (const { wait, bytes } of pieces) {
    if (wait > 0) await pause(wait, over);
    if (response.destroyed) return false;
    if (!response.write(bytes)) await drained(response);
    written += bytes.length;
  }
  return written >= length;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Only a TCP socket can send a RST; that of a TLS connection lies below it. */
function tcpOf(socket: Socket): Socket {
  const { _parent: below } = socket as Socket & { readonly _parent?: Socket | null };
  return below ?? socket;
}
