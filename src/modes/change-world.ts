import { registryResources } from '../emulator/registry/resources.js';
import { type Ref, type Resource, type World } from '../emulator/world.js';
import type { WorldChange } from '../scenario/step.js';
import type { Session } from '../session/session.js';

/** Makes the changes that a step scripts, in order, after what is due by now has happened. */
export function changeWorld(session: Session, changes: readonly WorldChange[]): void {
  const now = session.clock.now();
  session.lives.settle(now);
  for (const change of changes) make(session.world, change, now, session.seed);
}

/** A change to something that is not there changes nothing. */
function make(world: World, change: WorldChange, now: number, seed: number): void {
  switch (change.kind) {
    case 'remove':
      return remove(world, change);
    case 'change': {
      const before = world.get(change.type, change.id);
      if (before) world.put({ ...before, attributes: { ...before.attributes, ...change.attributes } });
      return;
    }
    case 'put':
      return put(world, change);
    case 'put-module':
      for (const module of registryResources({ modules: [change.module] }, now, seed)) {
        world.put({ ...module, place: change.position });
      }
  }
}

function put(world: World, change: WorldChange & { kind: 'put' }): void {
  const { type, id, attributes, relationships, parent, position } = change;
  const before = world.get(type, id);
  const resource: Resource = {
    ...before,
    type,
    id,
    attributes,
    place: position,
    ...(relationships && { relationships }),
    ...(parent === undefined ? {} : { parent }),
  };
  world.put(resource);
  if (before) return;
  rename(world, resource, (named) =>
    position === 'first' ? [{ type, id }, ...named] : [...named, { type, id }],
  );
}

function remove(world: World, { type, id }: Ref): void {
  const before = world.get(type, id);
  if (!before) return;
  world.remove(type, id);
  rename(world, before, (named) => named.filter((one) => one.id !== id));
}

/** Whatever has a resource in its list names it too, where it names those in the list at all. */
function rename(world: World, resource: Resource, turn: (named: readonly Ref[]) => readonly Ref[]): void {
  const parent = resource.parent === undefined ? undefined : world.find(resource.parent);
  const relationship = parent?.relationships?.[resource.type];
  if (!parent || !Array.isArray(relationship?.data)) return;
  const data = turn(relationship.data as readonly Ref[]);
  world.put({
    ...parent,
    relationships: { ...parent.relationships, [resource.type]: { ...relationship, data } },
  });
}
