import { isNeed } from '../emulator/call.js';
import type { Handler } from '../emulator/call.js';
import { platformHandlers } from '../emulator/platform/handlers.js';
import { registryHandlers } from '../emulator/registry/handlers.js';
import type { OperationName } from '../api/operations.js';
import type { Decision, Turn } from './turn.js';

const handlers: Record<OperationName, Handler> = { ...platformHandlers, ...registryHandlers };

/** The emulated backend: what is due happens first, then the operation is answered over the session's world. */
export function askEmulator(turn: Turn): Decision | undefined {
  if (!turn.route) return undefined;
  const { session, request, route, caller } = turn;
  const now = session.clock.now();
  session.lives.settle(now);
  const result = handlers[route.operation.name]({
    request,
    route,
    caller,
    now,
    world: session.world,
    access: session.access,
    materials: session.tools.materials,
    isSshKey: session.tools.isSshKey,
    shown: (stage) => session.lives.shown(stage, now),
    override: (stage) => session.lives.override(stage, now),
    note: (note) => {
      turn.note = { ...turn.note, ...note };
    },
  });
  return isNeed(result)
    ? { kind: 'need', need: result }
    : { kind: 'answer', response: result, source: 'emulated' };
}
