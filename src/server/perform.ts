import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { type HeaderValue, isFileBody, type WireResponse } from '../exchange/response.js';
import type { Incoming } from './incoming.js';
import { bodyLength, toFetchResponse } from './respond.js';
import { sendTogether } from './send-together.js';

/** Opens a file that a body lies in. A port: the edges know how. */
export type OpenFile = (file: string) => Readable;

/** The bytes of a body, wherever they lie. */
export async function bodyBytes({ body }: WireResponse, openFile: OpenFile): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (!isFileBody(body)) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of openFile(body.file)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends an answer as its data says: on the connection where there is one. */
export function perform(
  response: WireResponse,
  incoming: Incoming,
  openFile: OpenFile,
): Response | Promise<Response> {
  const head = incoming.method === 'HEAD';
  if (!incoming.wire) return performInProcess(response, head, openFile);
  if (isFileBody(response.body)) return streamFile(response, head, incoming.wire.response, openFile);
  return send(response, head, incoming.wire.response);
}

/** Characters from which a text is sent as bytes: put together with its head it would be copied twice more. */
const longText = 8 * 1024;

function send(
  { status, headers, body }: WireResponse,
  head: boolean,
  outgoing: NonNullable<Incoming['wire']>['response'],
): Response {
  const sent = typeof body === 'string' && body.length > longText ? Buffer.from(body) : body;
  const said = status === 204 || status === 304 || 'content-length' in headers;
  // names and values in turn: faster than a copy of the headers with one more
  const all: HeaderValue[] = said ? [] : ['content-length', String(bodyLength(sent) ?? 0)];
  for (const name in headers) all.push(name, headers[name]!);
  outgoing.writeHead(status, all as string[]);
  sendTogether(outgoing, head || sent === null || isFileBody(sent) ? undefined : sent);
  return RESPONSE_ALREADY_SENT;
}

function performInProcess(response: WireResponse, head: boolean, openFile: OpenFile): Response {
  const { body } = response;
  if (!isFileBody(body) || head) return toFetchResponse(response, head);
  const stream = Readable.toWeb(openFile(body.file)) as ReadableStream<Uint8Array>;
  return new Response(stream, toFetchResponse({ ...response, body: null }, false));
}

async function streamFile(
  response: WireResponse,
  head: boolean,
  outgoing: NonNullable<Incoming['wire']>['response'],
  openFile: OpenFile,
): Promise<Response> {
  const { body } = response;
  outgoing.writeHead(response.status, {
    ...(response.headers as Record<string, string | string[]>),
    'content-length': String(bodyLength(body)),
  });
  if (head || !isFileBody(body)) outgoing.end();
  else await pipeline(openFile(body.file), outgoing).catch(() => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
