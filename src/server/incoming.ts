import type { IncomingMessage, ServerResponse } from 'node:http';
import { rememberLast } from '../exchange/remember-last.js';

/** A request as it came in, before it is known which session it belongs to. */
export interface Incoming {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Names in lower case; repeated ones joined. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Name and value pairs as sent, repeated ones kept. */
  readonly rawHeaders: readonly string[];
  /** Scheme, host and port as the client used them. */
  readonly origin: string;
  readonly client: string;
  readonly hasBody: boolean;
  /** Reads the body, or says that it is larger than `limit` bytes and gives all of it piece by piece. */
  readBody(limit: number): Promise<ReadBody>;
  /** The connection, when there is one: faults and streams are performed on it. */
  readonly wire?: { readonly request: IncomingMessage; readonly response: ServerResponse };
  /** Aborted when the client goes away; only for requests without a connection. */
  readonly signal?: AbortSignal;
}

/** A body that was read whole, or one that is too large for that. */
export type ReadBody = { readonly whole: Uint8Array } | { readonly pieces: AsyncIterable<Uint8Array> };

/** The client went away in the middle of its request, so that there is nobody to answer. */
export class ClientGone extends Error {}

const origins = {
  http: rememberLast((host) => `http://${host}`),
  https: rememberLast((host) => `https://${host}`),
};

/** A request that came over a socket. */
export function incomingFromNode(request: IncomingMessage, response: ServerResponse): Incoming {
  const headers = request.headers as Record<string, string | undefined>;
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  return {
    method: request.method ?? 'GET',
    target: pathOnly(request.url ?? '/'),
    headers,
    rawHeaders: request.rawHeaders,
    origin: origins[scheme](headers['host'] ?? ''),
    client: request.socket.remoteAddress ?? '',
    hasBody:
      headers['content-length'] !== undefined
        ? headers['content-length'] !== '0'
        : 'transfer-encoding' in headers,
    readBody: (limit) => readStream(request, Number(headers['content-length'] ?? 0), limit),
    wire: { request, response },
  };
}

/** A request handed over in this process, without a socket. */
export function incomingFromFetch(request: Request): Incoming {
  const url = new URL(request.url);
  const headers: Record<string, string | undefined> = Object.fromEntries(request.headers);
  headers['host'] ??= url.host;
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers,
    rawHeaders: [...request.headers].flat(),
    origin: url.origin,
    client: 'in-process',
    hasBody: request.body !== null,
    readBody: async (limit) => {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? { pieces: inPieces([bytes]) } : { whole: bytes };
    },
    signal: request.signal,
  };
}

/** The target of a request line may be a whole URL; only its path and query matter. */
function pathOnly(target: string): string {
  if (target.startsWith('/')) return target;
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target);
  const rest = match?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function readStream(stream: IncomingMessage, declared: number, limit: number): Promise<ReadBody> {
  if (declared > limit) return Promise.resolve({ pieces: inPieces([], stream) });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const gone = (): void => reject(new ClientGone('the client went away before its request was complete'));
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      stream.pause();
      stream.off('data', take).off('close', gone);
      resolve({ pieces: inPieces(chunks, stream) });
    };
    stream.on('data', take);
    stream.on('end', () => resolve({ whole: Buffer.concat(chunks) }));
    stream.on('error', (error) => reject(new ClientGone(error.message)));
    stream.on('close', gone);
  });
}

/** What was read already, and then the rest. */
async function* inPieces(
  read: readonly Uint8Array[],
  rest?: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* read;
  if (rest) yield* rest;
}
