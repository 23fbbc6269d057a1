import { contentTypes, errorResponse } from '../../api/errors.js';
import type { WireResponse } from '../../exchange/response.js';

const headers = { 'content-type': contentTypes.registry };

/** A 200 with JSON text. */
export function jsonAnswer(text: string): WireResponse {
  return { status: 200, headers, body: text };
}

/** The 404 for a module or version that does not exist, in the public registry's words. */
export function notFound(): WireResponse {
  return errorResponse('registry', { status: 404, title: 'Not Found' });
}
