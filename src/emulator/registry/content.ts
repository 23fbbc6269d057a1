import type { Call, ModuleContent } from '../call.js';
import type { ModuleResource } from './module.js';

/**
 * What a module holds in a version: as it lies in the world beside the module, where that was derived from
 * recordings, else as its directory was read. Undefined: not read yet.
 */
export function contentOf(
  { world, materials }: Pick<Call, 'world' | 'materials'>,
  { id, own }: ModuleResource,
  version: string,
): ModuleContent | undefined {
  const derived = world.get('module-contents', `${id}/${version}`);
  return derived ? (derived.attributes as unknown as ModuleContent) : materials.content(own.source);
}
