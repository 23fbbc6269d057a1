import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { RestageError } from '../exchange/restage-error.js';
import { controlApp } from './control/control.js';
import { type ControlContext, controlPath, type ControlSetup } from './control/setup.js';
import type { Door } from './door.js';
import { closedHeaders, type HostGuard, refuseOrigin } from './guard.js';
import { BrokenConnection } from './faults/call-line.js';
import { TooManySessions } from './too-many-sessions.js';
import { incomingFromFetch, incomingFromNode } from './incoming.js';
import type { ListenOptions } from './listen.js';

/** What the app is put together from. */
export interface AppSetup {
  readonly door: Door;
  readonly hosts: HostGuard;
  readonly control: ControlSetup;
  /** The session that owns the port, when one does. */
  readonly portOwner?: string;
}

type Bindings = { Bindings: Partial<HttpBindings> & ControlContext['Bindings'] };

/** The Hono app: the control API below `/__restage`, and everything else through the door for callers in this process. */
export function createApp(setup: AppSetup): Hono<Bindings> {
  const { door, hosts, portOwner } = setup;
  const app = new Hono<Bindings>();
  app.onError((error, c) => {
    if (error instanceof BrokenConnection || c.req.raw.signal.aborted) throw error;
    if (error instanceof TooManySessions) return c.json({ errors: [error.message] }, 503);
    const code = error instanceof RestageError ? { code: error.code } : {};
    return c.json({ errors: [`restage failed: ${error.message}`], ...code }, 500);
  });
  app.use(`${controlPath}/*`, async (c, next) => {
    for (const [name, value] of Object.entries(closedHeaders)) c.header(name, value);
    const host = c.req.header('host') ?? (c.env?.incoming ? undefined : new URL(c.req.url).host);
    const why = hosts(host) ?? refuseOrigin(c.req.header('origin'), new URL(c.req.url).origin);
    return why === undefined ? next() : c.json({ errors: [why] }, 403);
  });
  app.route('/', controlApp(setup.control));
  app.all('*', (c) => door.respond(incomingFromFetch(c.req.raw), portOwner));
  return app;
}

/** The way of a request that came over a socket: straight through the door, unless it is for the control API. */
export function straightThrough(door: Door, portOwner?: string): NonNullable<ListenOptions['straight']> {
  return (request, response) => {
    if (isControl(request.url ?? '')) return false;
    const giveUp = (): void => void response.destroy();
    try {
      const answer = door.respond(incomingFromNode(request, response), portOwner);
      if (answer instanceof Promise) answer.catch(giveUp);
    } catch {
      giveUp();
    }
    return true;
  };
}

function isControl(target: string): boolean {
  const end = target[controlPath.length];
  return target.startsWith(controlPath) && (end === undefined || end === '/' || end === '?');
}
