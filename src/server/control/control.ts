import { type Context, Hono } from 'hono';
import type { Json } from '../../exchange/json.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Session } from '../../session/session.js';
import { sessionName } from '../choose-session.js';
import type { Roster } from '../roster.js';
import { clockRoutes } from './clock.js';
import { journalRoutes } from './journal.js';
import { explainRoutes } from './explain.js';
import { reportRoutes } from './report.js';
import { scenarioRoutes } from './scenario.js';
import { sessionRoutes } from './sessions.js';
import { signalRoutes } from './signals.js';
import { stateRoutes } from './state.js';
import { stepRoutes } from './steps.js';
import { verifyRoutes } from './verify.js';

/** Where the control API lies. */
export const controlPath = '/__restage';

/** What the control API works on. */
export interface ControlSetup {
  readonly roster: Roster;
  /** Facts for `health`. */
  readonly about: () => Json;
  /** Loads a scenario by name, file or as plain data; problems are one line each. */
  readonly loadScenario: (ref: Json, seed: number | undefined) => Promise<LoadedScenario>;
  /** Ports that belong to one session. */
  readonly ports: SessionPorts;
  /** Fixture files there are, for the report. */
  readonly fixtures: () => Promise<readonly string[]>;
  /** Whether a bearer token may use the control API; undefined: everybody who reaches the port may. */
  readonly admits: ((bearer: string | undefined) => boolean) | undefined;
}

/** A scenario, or everything that is wrong with it. */
export type LoadedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Ports that belong to one session each. */
export interface SessionPorts {
  /** The port of a session, when it has one. */
  of(session: string): number | undefined;
  /** Listens on a free port for a session. */
  open(session: string): Promise<number>;
  close(session: string): Promise<void>;
}

/** What every route of the control API finds in its context. */
export interface ControlContext {
  Variables: { body: Json | undefined; session: Session };
}

export type ControlApp = Hono<ControlContext>;

/** The control API: JSON in, JSON out, problems as `{ errors: [text, …] }`. */
export function controlApp(setup: ControlSetup): ControlApp {
  const app: ControlApp = new Hono<ControlContext>().basePath(controlPath);
  app.use('*', async (c, next) => {
    if (setup.admits && !setup.admits(bearer(c))) {
      return problems(c, 401, ['the control API needs the bearer token that was printed at start']);
    }
    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD';
    const text = writes ? await c.req.text() : '';
    const json = /^application\/json *(;|$)/i.test(c.req.header('content-type') ?? '');
    if (writes && !json && (c.req.method !== 'DELETE' || text !== '')) {
      return problems(c, 415, ['writes to the control API need the header Content-Type: application/json']);
    }
    if (text.trim() !== '') {
      try {
        c.set('body', JSON.parse(text) as Json);
      } catch (error) {
        return problems(c, 400, [`the body is not JSON: ${(error as Error).message}`]);
      }
    }
    return next();
  });
  app.get('/health', (c) => c.json(setup.about()));
  sessionRoutes(app, setup);
  app.use('/sessions/:name/*', async (c, next) => {
    const name = c.req.param('name') ?? '';
    const session = sessionName.test(name) ? await findSession(setup.roster, name, c.req.method) : undefined;
    if (!session) return problems(c, 404, [`there is no session ${JSON.stringify(name.slice(0, 80))}`]);
    c.set('session', session);
    return next();
  });
  clockRoutes(app);
  journalRoutes(app);
  explainRoutes(app);
  reportRoutes(app, setup);
  scenarioRoutes(app, setup);
  signalRoutes(app);
  stateRoutes(app, setup.roster);
  stepRoutes(app, setup.roster);
  verifyRoutes(app);
  app.all('*', (c) =>
    problems(c, 404, [
      `the control API has no ${c.req.method} ${c.req.path}; see the table in docs/control-api.md`,
    ]),
  );
  return app;
}

/** An answer of the control API that says what is wrong. */
export function problems(
  c: Context,
  status: 400 | 401 | 404 | 409 | 415 | 422,
  errors: readonly string[],
): Response {
  return c.json({ errors }, status);
}

/** Reading never makes a session; a write to one that was never named does. */
async function findSession(roster: Roster, name: string, method: string): Promise<Session | undefined> {
  if (method === 'POST' || (await roster.has(name))) return roster.open(name);
  return undefined;
}

function bearer(c: Context): string | undefined {
  return /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]?.trim();
}
