import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { judgeHead } from './judge-head.js';
import type { ServerLimits } from './server-limits.js';
import { type Objection, rawAnswer, turnAway } from './turn-away.js';

/** What Node keeps on a connection: the answer under way. */
type Connection = Duplex & { readonly _httpMessage?: ServerResponse | null };

/** How long a client may go on sending once it was turned away, so that it comes to read why, ms. */
const lingering = 500;

/**
 * Lets requests in to a listener: those with a readable head, as many at once as the limits say, from clients that
 * send and read. Everybody else gets an error in the shape of an API where one can still be sent.
 */
export function openGate(server: Server, listener: RequestListener, limits: ServerLimits): void {
  let underWay = 0;
  const left = (): void => void underWay--;
  const admit = (request: IncomingMessage, response: ServerResponse): void => {
    const wrong = judgeHead(request) ?? (underWay >= limits.requests ? tooMany(limits.requests) : undefined);
    if (wrong) return refuse(request, response, wrong);
    underWay++;
    response.on('close', left);
    listener(request, response);
  };
  server.on('request', admit);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const found = JSON.stringify(request.headers.expect?.slice(0, 100));
    const why = `the Expect header is ${found}; only "100-continue" is understood`;
    refuse(request, response, { status: 417, title: 'expectation failed', why });
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const why = 'restage is no proxy and opens no tunnels; ask it for a path';
    hangUp(socket, request.url ?? '', { status: 501, title: 'not implemented', why });
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Connection) => {
    const answer = socket._httpMessage;
    if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) {
      socket.destroy();
      return;
    }
    const line = /^[A-Z]+ (\S+)/.exec(error.rawPacket?.toString('latin1', 0, 4096) ?? '');
    hangUp(socket, answer?.req.url ?? line?.[1] ?? '', objectionTo(error, limits));
  });
  server.setTimeout(limits.silentMs);
  server.keepAliveTimeout = 0; // the one above is for idle connections too, and is not set anew for each request
  server.on('timeout', (socket: Connection) => {
    if (socket.writableLength > 0 || !socket._httpMessage) socket.destroy();
  });
  server.maxConnections = limits.connections;
}

function refuse(request: IncomingMessage, response: ServerResponse, wrong: Objection): void {
  const { status, headers, body } = turnAway(request.url ?? '', wrong);
  response.writeHead(status, headers as Record<string, string>);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function hangUp(socket: Duplex, target: string, wrong: Objection): void {
  socket.on('error', () => socket.destroy());
  socket.end(rawAnswer(turnAway(target, wrong)));
  socket.resume();
  setTimeout(() => socket.destroy(), lingering).unref();
}

function objectionTo({ code = '', message }: NodeJS.ErrnoException, limits: ServerLimits): Objection {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const why = `the request line and headers are larger than ${limits.headBytes} bytes together`;
    return { status: 431, title: 'request header fields too large', why };
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    const why = 'the chunks of the body carry too much beside it';
    return { status: 413, title: 'payload too large', why };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const why = `the request did not come in time: its head within ${limits.headMs} ms, all of it within ${limits.requestMs} ms`;
    return { status: 408, title: 'request timeout', why };
  }
  const why = `this is no HTTP/1.1: ${message.replace(/^Parse Error: /, '')}`;
  return { status: 400, title: 'bad request', why };
}

function tooMany(requests: number): Objection {
  const why = `${requests} requests are under way, which is as many as are taken at once; wait for some to end`;
  return { status: 503, title: 'service unavailable', why };
}
