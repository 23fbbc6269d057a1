import { type ApiError, errorResponse } from '../../api/errors.js';
import type { WireResponse } from '../../exchange/response.js';
import { emptyHeaders } from './headers.js';

/** Thrown by whatever finds that a request cannot be answered; the handlers' frame turns it into the API's own errors. */
export class Problem extends Error {
  readonly errors: readonly ApiError[];

  constructor(...errors: ApiError[]) {
    super(errors.map((error) => error.detail ?? error.title).join('; '));
    this.errors = errors;
  }
}

/** The answer that tells a problem, as JSON:API errors. */
export function problemResponse(problem: Problem): WireResponse {
  return errorResponse('platform', problem.errors, emptyHeaders);
}

/** No token, or one that nobody knows (assumed; platform API §5 only says that each request carries one). */
export const unauthorized = new Problem({ status: 401, title: 'unauthorized' });

/** Not there, not visible, or not allowed: the same to the one who asks (platform API §5). */
export const notFound = new Problem({ status: 404, title: 'not found' });

/** A query parameter, or with no name the body, that cannot be understood (assumed). */
export function badRequest(detail: string, parameter?: string): Problem {
  return new Problem({
    status: 400,
    title: 'bad request',
    detail,
    ...(parameter === undefined ? {} : { source: { parameter } }),
  });
}

/** Something that cannot be done to a thing as it is now (assumed). */
export function conflict(detail: string): Problem {
  return new Problem({ status: 409, title: 'conflict', detail });
}

/** A body that is not the document it must be, with the place in it (platform API §7). */
export function unprocessable(detail: string, pointer: string): ApiError {
  return { status: 422, title: 'unprocessable entity', detail, source: { pointer } };
}

/** An attribute with a value that it cannot have (platform API §7). */
export function invalidAttribute(detail: string, pointer: string): ApiError {
  return { status: 422, title: 'invalid attribute', detail, source: { pointer } };
}
