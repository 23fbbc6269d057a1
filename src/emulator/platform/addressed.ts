import type { Call } from '../call.js';
import type { Resource } from '../world.js';
import { everything, type Grant, grantTo, isVisible } from './access.js';
import { notFound, unauthorized } from './problem.js';
import type { Ability } from './story.js';

/**
 * What the one who asks may do and see.
 *
 * @throws Problem 401 without a token or with an unknown one.
 */
export function grantOf(call: Call): Grant {
  const { caller, access } = call;
  if (caller.everything) return everything;
  const grant = caller.token === undefined ? undefined : grantTo(access, caller.token);
  if (!grant) throw unauthorized;
  return grant;
}

/** A decoded path parameter. */
export function parameter(call: Call, name: string): string {
  return call.route.params[name] ?? '';
}

/**
 * The resource that the path names.
 *
 * @throws Problem 404 when it is not there, not visible to the one who asks, or they may not do this to it.
 */
export function addressed(call: Call, type: string, name: string, ability: Ability = 'read'): Resource {
  const grant = grantOf(call);
  const resource = call.world.get(type, parameter(call, name));
  if (!resource || !grant.may.has(ability) || !isVisible(grant, call.world, resource)) throw notFound;
  return resource;
}
