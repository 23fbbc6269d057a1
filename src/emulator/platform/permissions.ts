import type { JsonObject } from '../../exchange/json.js';
import type { Resource } from '../world.js';
import type { Grant } from './access.js';

/**
 * `permissions` of a stage for somebody who may override it. As in the real service's sample an override is one of
 * policies; failed run tasks cannot be waved through (assumed; platform API §2 only names the members).
 */
export const overridePermissions: JsonObject = {
  'can-override-policy': true,
  'can-override-tasks': false,
  'can-override': true,
};

const noPermissions: JsonObject = {
  'can-override-policy': false,
  'can-override-tasks': false,
  'can-override': false,
};

const withoutOverride = new WeakMap<Resource, Resource>();

/** The resource as this caller is shown it: a stage's permissions are those of whoever asks. */
export function asShownTo(grant: Grant, resource: Resource): Resource {
  if (resource.type !== 'task-stages' || grant.may.has('override')) return resource;
  let twin = withoutOverride.get(resource);
  if (!twin) {
    twin = { ...resource, attributes: { ...resource.attributes, permissions: noPermissions } };
    withoutOverride.set(resource, twin);
  }
  return twin;
}
