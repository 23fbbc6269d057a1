import type { JsonObject } from '../exchange/json.js';
import { readModule } from './registry-part.js';
import { parseAddress } from './resource-types.js';
import { isPut, put, type SetFile } from './schema/change.js';
import { newModule } from './schema/registry.js';
import type { StepRelationship, WorldChange } from './step.js';

/** Reads changes that their schema finds nothing wrong with, in the order in which they are written. */
export function readChanges(file: SetFile): WorldChange[] {
  return Object.entries(file).map(([address, change]) => {
    const at = parseAddress(address)!;
    if (change === null) return { kind: 'remove', ...at };
    if (!isPut(change)) return { kind: 'change', ...at, attributes: change as JsonObject };
    const { attributes, relationships, ...rest } = put.parse(change);
    if (at.type === 'modules') {
      const module = readModule({ module: at.id, ...newModule.parse(attributes) });
      return { kind: 'put-module', module, position: rest.position };
    }
    return {
      kind: 'put',
      ...at,
      attributes: attributes as JsonObject,
      relationships: relationships as Readonly<Record<string, StepRelationship>> | undefined,
      parent: rest.parent,
      position: rest.position,
    };
  });
}
