import type { WireResponse } from '../exchange/response.js';

/** Data becomes a response for callers in this process. The body must not lie in a file; `head` leaves it away. */
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

function bodyOf({ body }: WireResponse): string | Uint8Array<ArrayBuffer> | null {
  return body as string | Uint8Array<ArrayBuffer> | null;
}
