import { isNeed } from '../emulator/call.js';
import type { Handler } from '../emulator/call.js';
import { platformHandlers } from '../emulator/platform/handlers.js';
import { registryHandlers } from '../emulator/registry/handlers.js';
import type { World } from '../emulator/world.js';
import type { OperationName } from '../api/operations.js';
import type { Route } from '../api/route.js';
import type { Lives } from '../session/lives.js';
import type { Answer, Turn, Unready } from './turn.js';

const handlers: Record<OperationName, Handler> = { ...platformHandlers, ...registryHandlers };

/** The emulated backend: what is due happens first, then the operation is answered over the session's world. */
export function askEmulator(turn: Turn): Answer | Unready | undefined {
  const { route, session } = turn;
  return route && emulate(turn, route, session);
}

/** The same over any world, with the lives of the stages in it. */
export function emulate(turn: Turn, route: Route, { world, lives }: Scene): Answer | Unready {
  const { session, request, caller } = turn;
  const now = session.clock.now();
  lives.settle(now);
  const result = handlers[route.operation.name]({
    request,
    route,
    caller,
    now,
    world,
    access: session.access,
    materials: session.tools.materials,
    isSshKey: session.tools.isSshKey,
    shown: (stage) => lives.shown(stage, now),
    override: (stage) => lives.override(stage, now),
    note: (note) => {
      turn.note = { ...turn.note, ...note };
    },
  });
  return isNeed(result)
    ? { kind: 'need', need: result }
    : { kind: 'answer', response: result, source: 'emulated' };
}

interface Scene {
  readonly world: World;
  readonly lives: Lives;
}
