import { isJsonObject, type JsonObject } from '../../exchange/json.js';
import type { Session } from '../../session/session.js';
import { mainSession, sessionName } from '../choose-session.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';

/** A session as the control API shows it. */
export function sessionView(session: Session, origin: string, port?: number): JsonObject {
  const own = port === undefined ? undefined : `${origin.replace(/:\d+$/, '')}:${port}`;
  const url = own ?? (session.name === mainSession ? origin : `${origin}/~${session.name}`);
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

/** The base addresses of both APIs below an address. */
export function apiAddresses(url: string): { platform: string; registry: string; registryV2: string } {
  return {
    platform: `${url}/api/v2`,
    registry: `${url}/v1/modules/`,
    registryV2: `${url}/v2/modules/`,
  };
}

/** Listing, making, showing, resetting and forgetting sessions. */
export function sessionRoutes(app: ControlApp, { roster, ports, loadScenario }: ControlSetup): void {
  const view = (session: Session, url: string): JsonObject =>
    sessionView(session, new URL(url).origin, ports.of(session.name));

  app.get('/sessions', async (c) => {
    const sessions = await Promise.all((await roster.names()).map((name) => roster.open(name)));
    return c.json({ sessions: sessions.map((session) => view(session, c.req.url)) });
  });

  app.post('/sessions', async (c) => {
    const wish = c.get('body') ?? {};
    const found = isJsonObject(wish) ? judgeWish(wish) : ['the body: expected an object'];
    if (!isJsonObject(wish) || found.length > 0) return problems(c, 422, found);
    const { name, seed, scenario: ref } = wish;
    const chosen = typeof seed === 'number' ? { seed } : {};
    const loaded = ref === undefined ? undefined : await loadScenario(ref, chosen.seed);
    if (loaded && !loaded.ok) return problems(c, 422, loaded.problems);
    const played = loaded && ref !== undefined ? { scenario: { ref, scenario: loaded.scenario } } : {};
    const session = await roster.make(name as string | undefined, { ...played, ...chosen });
    if (!session) return problems(c, 409, [`there is a session ${JSON.stringify(name)} already`]);
    if (wish['port'] === true) await ports.open(session.name);
    return c.json(view(session, c.req.url), 201);
  });

  app.get('/sessions/:name', async (c) => {
    const name = c.req.param('name');
    if (!(await roster.has(name))) return problems(c, 404, [noSession(name)]);
    return c.json(view(await roster.open(name), c.req.url));
  });

  app.delete('/sessions/:name', async (c) => {
    const name = c.req.param('name');
    if (name === mainSession)
      return problems(c, 409, ['the session main cannot be deleted; reset it instead']);
    if (!(await roster.has(name))) return problems(c, 404, [noSession(name)]);
    await ports.close(name);
    await roster.remove(name);
    return c.body(null, 204);
  });

  app.post('/sessions/:name/reset', async (c) => {
    const name = c.req.param('name');
    if (!sessionName.test(name)) return problems(c, 404, [noSession(name)]);
    const session = await roster.open(name);
    session.reset();
    await roster.save(session);
    return c.json(view(session, c.req.url));
  });
}

function noSession(name: string): string {
  return `there is no session ${JSON.stringify(name.slice(0, 80))}`;
}

/** What is wrong with a wish for a new session. */
function judgeWish(wish: JsonObject): string[] {
  const known = ['name', 'scenario', 'seed', 'port'];
  const unknown = Object.keys(wish).filter((key) => !known.includes(key));
  const found = unknown.map((key) => `${key}: not known here, expected one of ${known.join(', ')}`);
  const { name, seed, port } = wish;
  if (name !== undefined && !(typeof name === 'string' && sessionName.test(name))) {
    found.push(
      `name: found ${JSON.stringify(name)?.slice(0, 80)}, expected 1 to 64 letters, digits, dots, dashes or underscores`,
    );
  }
  if (seed !== undefined && !(typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0)) {
    found.push(`seed: found ${JSON.stringify(seed)}, expected a whole number from 0`);
  }
  if (port !== undefined && typeof port !== 'boolean')
    found.push(`port: found ${JSON.stringify(port)}, expected true`);
  return found;
}
