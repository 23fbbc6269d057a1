import type { SessionPorts } from './control/setup.js';
import type { Listening } from './listen.js';

/** Ports that belong to one session each, opened when asked for. */
export interface OpenPorts extends SessionPorts {
  closeAll(): Promise<void>;
}

/**
 * No ports yet.
 * @param listenFor listens on a free port and answers for that session
 */
export function sessionPorts(listenFor: (session: string) => Promise<Listening>): OpenPorts {
  const open = new Map<string, Listening>();
  return {
    of: (session) => open.get(session)?.port,
    async open(session) {
      const known = open.get(session);
      if (known) return known.port;
      const listening = await listenFor(session);
      open.set(session, listening);
      return listening.port;
    },
    async close(session) {
      const listening = open.get(session);
      open.delete(session);
      await listening?.close();
    },
    async closeAll() {
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map((listening) => listening.close()));
    },
  };
}
