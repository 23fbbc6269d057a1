import type { WireResponse } from '../../exchange/response.js';
import type { Decode } from './rewriting.js';

/** An answer whose body has no content coding any more; what cannot be decoded stays as it is. */
export function plainBody(response: WireResponse, decode: Decode): WireResponse {
  const { status, body } = response;
  const { 'content-encoding': coding, 'content-length': _, ...headers } = response.headers;
  if (typeof coding !== 'string' || !(body instanceof Uint8Array)) return response;
  const decoded = decode(body, coding);
  return decoded === undefined ? response : { status, headers, body: decoded };
}
