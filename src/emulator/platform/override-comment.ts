import { isJsonObject, parseJson } from '../../exchange/json.js';
import { bodyText, type WireRequest } from '../../exchange/request.js';
import { badRequest, invalidAttribute, Problem, unprocessable } from './problem.js';

/**
 * The comment of an override. The documented request has no body (platform API §4); real clients send `{}` or
 * `{"comment": "…"}`, plain JSON under any content type. Undefined when there is none.
 *
 * @throws Problem 400 for what is not JSON, 422 for what is not an object or a comment that is not text (assumed).
 */
export function overrideComment(request: WireRequest): string | undefined {
  const text = bodyText(request);
  if (text.trim() === '') return undefined;
  const body = parseJson(text);
  if (body === undefined) {
    throw badRequest('the body is not JSON; send none, {} or {"comment": "why this is overridden"}');
  }
  if (!isJsonObject(body)) {
    throw new Problem(
      unprocessable('the body must be an object such as {"comment": "why this is overridden"}', ''),
    );
  }
  const comment = body['comment'];
  if (comment === undefined || typeof comment === 'string') return comment;
  throw new Problem(invalidAttribute('comment must be a string', '/comment'));
}
