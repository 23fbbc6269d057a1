import type { ApiError } from '../../api/errors.js';
import { isJsonObject, type Json } from '../../exchange/json.js';
import { bodyJson } from '../../exchange/request.js';
import type { Call } from '../call.js';
import { invalidAttribute, Problem, unprocessable } from './problem.js';

/**
 * The SSH key in the body of a token's update, or undefined when there is none. Unknown attributes are ignored.
 *
 * @throws Problem 422 with everything that is wrong with the document (platform API §4); the members and texts are
 * assumed. No text repeats what was sent as a key.
 */
export function sshKeyIn(call: Call, id: string): string | undefined {
  const body = bodyJson(call.request);
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!isJsonObject(data)) {
    throw new Problem(
      unprocessable(`${found(body)}; expected {"data": {"type": "oauth-tokens", …}}`, '/data'),
    );
  }
  const attributes = data['attributes'];
  const problems = [...identityProblems(data, id), ...attributeProblems(attributes)];
  const key = isJsonObject(attributes) ? attributes['ssh-key'] : undefined;
  if (typeof key === 'string' && !call.isSshKey(key)) {
    problems.push(invalidAttribute('Ssh key is invalid', '/data/attributes/ssh-key'));
  }
  if (problems.length > 0) throw new Problem(...problems);
  return key as string | undefined;
}

function found(body: Json | undefined): string {
  if (body === undefined) return 'the body is not JSON';
  return isJsonObject(body) ? 'data is missing or not an object' : 'the body is not an object';
}

function identityProblems(data: { readonly [member: string]: Json }, id: string): ApiError[] {
  const problems: ApiError[] = [];
  if (data['type'] !== 'oauth-tokens')
    problems.push(unprocessable('type must be "oauth-tokens"', '/data/type'));
  if (data['id'] !== undefined && data['id'] !== id) {
    problems.push(unprocessable('id must be left out or that of the token in the path', '/data/id'));
  }
  return problems;
}

function attributeProblems(attributes: Json | undefined): ApiError[] {
  if (!isJsonObject(attributes)) {
    return [unprocessable('attributes are missing or not an object', '/data/attributes')];
  }
  const key = attributes['ssh-key'];
  if (key === undefined || typeof key === 'string') return [];
  return [invalidAttribute('Ssh key must be a string', '/data/attributes/ssh-key')];
}
