import type { HeaderRecord, WireResponse } from '../exchange/response.js';

/**
 * Data becomes a response on the server's fast path: a string or bytes and plain headers go to the socket as they
 * are. The body must not lie in a file. `head` leaves the body away and says its length.
 */
export function toResponse(answer: WireResponse, head: boolean): Response {
  if (!head) return new Response(bodyOf(answer), init(answer.status, answer.headers));
  return new Response(null, init(answer.status, { ...answer.headers, ...lengthOf(answer) }));
}

/** The same for callers in this process, who get standard headers. */
export function toFetchResponse(answer: WireResponse, head: boolean): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one);
  }
  return new Response(head ? null : bodyOf(answer), { status: answer.status, headers });
}

/** How many bytes a body has; undefined for no body at all. */
export function bodyLength(body: WireResponse['body']): number | undefined {
  if (body === null) return undefined;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : body.bytes;
}

function lengthOf({ body }: WireResponse): HeaderRecord {
  const length = bodyLength(body);
  return length === undefined ? {} : { 'content-length': String(length) };
}

function bodyOf({ body }: WireResponse): string | Uint8Array<ArrayBuffer> | null {
  return body as string | Uint8Array<ArrayBuffer> | null;
}

/** Plain headers go to `writeHead` as they are, lists included; the type of `ResponseInit` does not know that. */
function init(status: number, headers: HeaderRecord): ResponseInit {
  return { status, headers: headers };
}
