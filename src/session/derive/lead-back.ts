import type { Base } from '../../exchange/request.js';
import { isFileBody, textOf, type WireResponse } from '../../exchange/response.js';
import { resolveSymbols } from '../../fixtures/origins.js';

/** An answer made of recorded documents with the address that the client used in place of the symbols in them. */
export function leadBack(response: WireResponse, base: Base): WireResponse {
  const { body } = response;
  if (body === null || isFileBody(body)) return response;
  return { ...response, body: resolveSymbols(textOf(body), base) };
}
