import type { JsonObject } from '../../exchange/json.js';
import type { Session } from '../../session/session.js';
import { mainSession } from '../choose-session.js';
import type { SessionPorts } from './setup.js';

/**
 * A session as the control API shows it.
 * @param asked the URL by which the control API was called; a session's own begin like it
 */
export function sessionView(session: Session, asked: string, ports: SessionPorts): JsonObject {
  const { origin } = new URL(asked);
  const port = ports.of(session.name);
  const url = urlOf(session, origin, port);
  return {
    name: session.name,
    mode: session.mode,
    scenario: session.scenario.name,
    seed: session.seed,
    clock: { now: new Date(session.clock.now()).toISOString(), frozen: session.clock.frozen },
    url,
    ...apiAddresses(url),
    ...(port === undefined ? {} : { port }),
  };
}

function urlOf({ name }: Session, origin: string, port: number | undefined): string {
  if (port !== undefined) return `${origin.replace(/:\d+$/, '')}:${port}`;
  return name === mainSession ? origin : `${origin}/~${name}`;
}

/** The base addresses of both APIs below an address. */
export function apiAddresses(url: string): { platform: string; registry: string; registryV2: string } {
  return {
    platform: `${url}/api/v2`,
    registry: `${url}/v1/modules/`,
    registryV2: `${url}/v2/modules/`,
  };
}
