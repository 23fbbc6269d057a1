import { Hono } from 'hono';
import type { Session } from '../../session/session.js';
import { sessionName } from '../choose-session.js';
import type { Roster } from '../roster.js';
import { clockRoutes } from './clock.js';
import { explainRoutes } from './explain.js';
import { journalRoutes } from './journal.js';
import { readCall } from './read-call.js';
import { reportRoutes } from './report.js';
import { scenarioRoutes } from './scenario.js';
import { noSession, sessionRoutes } from './sessions.js';
import { type ControlApp, type ControlContext, controlPath, type ControlSetup, problems } from './setup.js';
import { signalRoutes } from './signals.js';
import { stateRoutes } from './state.js';
import { stepRoutes } from './steps.js';
import { verifyRoutes } from './verify.js';

/** The control API: JSON in, JSON out, problems as `{ errors: [text, …] }`. */
export function controlApp(setup: ControlSetup): ControlApp {
  const app: ControlApp = new Hono<ControlContext>().basePath(controlPath);
  app.use('*', async (c, next) => {
    if (!setup.admits || setup.admits(bearerIn(c.req.header('authorization')))) return next();
    return problems(c, 401, ['the control API needs the bearer token that was printed at start']);
  });
  app.use('*', async (c, next) => {
    const read = await readCall(c.req.raw, c.env);
    if ('wrong' in read) {
      if (read.status === 413) c.header('connection', 'close');
      return problems(c, read.status, [read.wrong]);
    }
    c.set('body', read.body);
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

/** Reading never makes a session; a write to one that was never named does. */
async function findSession(roster: Roster, name: string, method: string): Promise<Session | undefined> {
  if (method === 'POST' || (await roster.has(name))) return roster.open(name);
  return undefined;
}

function bearerIn(header: string | undefined): string | undefined {
  return /^bearer (.+)$/i.exec(header ?? '')?.[1]?.trim();
}
