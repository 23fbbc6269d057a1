import type { World } from '../emulator/world.js';
import type { WorldChange } from '../scenario/step.js';
import type { Session } from '../session/session.js';

/** Makes the changes that a step scripts, in order, after what is due by now has happened. */
export function changeWorld(session: Session, changes: readonly WorldChange[]): void {
  session.lives.settle(session.clock.now());
  for (const change of changes) make(session.world, change);
}

/** A change to something that is not there changes nothing. */
function make(world: World, change: WorldChange): void {
  const { type, id } = change;
  const before = world.get(type, id);
  switch (change.kind) {
    case 'remove':
      return world.remove(type, id);
    case 'change':
      if (before) world.put({ ...before, attributes: { ...before.attributes, ...change.attributes } });
      return;
    case 'put': {
      const { attributes, relationships, parent, position } = change;
      world.put({
        ...before,
        type,
        id,
        attributes,
        place: position,
        ...(relationships && { relationships }),
        ...(parent === undefined ? {} : { parent }),
      });
    }
  }
}
