import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Json } from '../../exchange/json.js';
import type { Session } from '../../session/session.js';
import { sessionName } from '../choose-session.js';
import type { Roster } from '../roster.js';
import { clockRoutes } from './clock.js';
import { explainRoutes } from './explain.js';
import { journalRoutes } from './journal.js';
import { reportRoutes } from './report.js';
import { scenarioRoutes } from './scenario.js';
import { noSession, sessionRoutes } from './sessions.js';
import {
  type ControlApp,
  type ControlContext,
  controlPath,
  type ControlSetup,
  largestBody,
  problems,
} from './setup.js';
import { signalRoutes } from './signals.js';
import { stateRoutes } from './state.js';
import { stepRoutes } from './steps.js';
import { verifyRoutes } from './verify.js';

/** The control API: JSON in, JSON out, problems as `{ errors: [text, …] }`. */
export function controlApp(setup: ControlSetup): ControlApp {
  const app: ControlApp = new Hono<ControlContext>().basePath(controlPath);
  const tooLarge = `the body is larger than ${largestBody} bytes`;
  app.use('*', async (c, next) => {
    for (const [name, value] of Object.entries(closedHeaders)) c.header(name, value);
    if (!setup.admits || setup.admits(bearerIn(c.req.header('authorization')))) return next();
    return problems(c, 401, ['the control API needs the bearer token that was printed at start']);
  });
  app.use('*', bodyLimit({ maxSize: largestBody, onError: (c) => problems(c, 413, [tooLarge]) }));
  app.use('*', async (c, next) => {
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
    const { roster } = setup;
    const name = c.req.param('name') ?? '';
    const session = sessionName.test(name) ? await findSession(roster, name, c.req.method) : undefined;
    if (!session) return problems(c, 404, [noSession(name)]);
    c.set('session', session);
    session.busy++;
    try {
      await next();
      if (session.ledger.hasChanges) await roster.commit(session);
    } finally {
      session.busy--;
    }
    return undefined;
  });
  clockRoutes(app, setup);
  journalRoutes(app, setup);
  explainRoutes(app);
  reportRoutes(app, setup);
  scenarioRoutes(app, setup);
  signalRoutes(app);
  stateRoutes(app, setup);
  stepRoutes(app);
  verifyRoutes(app);
  app.all('*', (c) =>
    problems(c, 404, [
      `the control API has no ${c.req.method} ${c.req.path}; see the table in docs/control-api.md`,
    ]),
  );
  return app;
}

/** What keeps browsers from doing anything with an answer but showing it, and other sites from having it at all. */
const closedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Reading never makes a session; a write to one that was never named does. */
async function findSession(roster: Roster, name: string, method: string): Promise<Session | undefined> {
  if (method === 'POST' || (await roster.has(name))) return roster.open(name);
  return undefined;
}

function bearerIn(header: string | undefined): string | undefined {
  return /^bearer (.+)$/i.exec(header ?? '')?.[1]?.trim();
}
