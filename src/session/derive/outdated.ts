import { keyOf } from '../../emulator/world.js';
import { isJsonObject, parseJson } from '../../exchange/json.js';
import type { WireResponse } from '../../exchange/response.js';
import { objectsIn } from './sightings.js';

const keys = new WeakMap<WireResponse, readonly string[]>();

/**
 * Whether a recorded answer shows something that this session has changed since, so that it would take the change
 * back: an override or a new token that were not recorded. `changed` says so of a key such as `task-stages/ts-1`.
 * Documents are looked into once, and not at all in a session that has changed nothing.
 */
export function isOutdated(response: WireResponse, changed: (key: string) => boolean): boolean {
  let shown = keys.get(response);
  if (!shown) keys.set(response, (shown = keysIn(response)));
  return shown.some(changed);
}

function keysIn({ body }: WireResponse): string[] {
  const document = typeof body === 'string' ? parseJson(body) : undefined;
  if (!isJsonObject(document)) return [];
  const { data, included } = objectsIn(document);
  return [...data, ...included].map(({ type, id }) => keyOf({ type: type as string, id: id as string }));
}
