import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import { mainSession, sessionName } from '../choose-session.js';
import { sessionView } from './session-view.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';

/** Listing, making, showing and forgetting sessions. */
export function sessionRoutes(app: ControlApp, { roster, ports, loadScenario }: ControlSetup): void {
  app.get('/sessions', async (c) => {
    const sessions = await Promise.all((await roster.names()).map((name) => roster.look(name)));
    const there = sessions.filter((session) => session !== undefined);
    return c.json({ sessions: there.map((session) => sessionView(session, c.req.url, ports)) });
  });

  app.post('/sessions', async (c) => {
    const wish = c.get('body') ?? {};
    const found = isJsonObject(wish) ? judgeWish(wish) : ['the body: expected an object'];
    if (!isJsonObject(wish) || found.length > 0) return problems(c, 422, found);
    const { name, seed, scenario, port } = wish as Wish;
    const played = scenario !== undefined || seed !== undefined;
    const ref = scenario ?? roster.scenarioRef;
    const files = c.env?.mayReadFiles === true;
    const loaded = played ? await loadScenario(ref, seed, files) : undefined;
    if (loaded && !loaded.ok) return problems(c, 422, loaded.problems);
    const session = await roster.make(name, loaded && { ref, scenario: loaded.scenario });
    if (!session) return problems(c, 409, [`there is a session ${JSON.stringify(name)} already`]);
    if (port === true) await ports.open(session.name);
    return c.json(sessionView(session, c.req.url, ports), 201);
  });

  app.get('/sessions/:name', async (c) => {
    const name = c.req.param('name');
    const session = (await roster.has(name)) ? await roster.look(name) : undefined;
    if (!session) return problems(c, 404, [noSession(name)]);
    return c.json(sessionView(session, c.req.url, ports));
  });

  app.delete('/sessions/:name', async (c) => {
    const name = c.req.param('name');
    if (name === mainSession)
      return problems(c, 409, ['the session main cannot be deleted; reset it instead']);
    if (!(await roster.has(name))) return problems(c, 404, [noSession(name)]);
    await roster.remove(name);
    await ports.close(name);
    return c.body(null, 204);
  });
}

/** What is said of a session that there is not. */
export function noSession(name: string): string {
  return `there is no session ${JSON.stringify(name.slice(0, 80))}; POST /__restage/sessions makes one, and so does the first API request that names it`;
}

interface Wish {
  readonly name?: string;
  readonly seed?: number;
  readonly scenario?: Json;
  readonly port?: boolean;
}

/** What is wrong with a wish for a new session. */
function judgeWish(wish: JsonObject): string[] {
  const known = ['name', 'scenario', 'seed', 'port'];
  const unknown = Object.keys(wish).filter((key) => !known.includes(key));
  const found = unknown.map((key) => `${key}: not known here, expected one of ${known.join(', ')}`);
  const { name, seed, scenario, port } = wish;
  const said = (value: Json): string => JSON.stringify(value).slice(0, 80);
  if (name !== undefined && !(typeof name === 'string' && sessionName.test(name))) {
    found.push(`name: found ${said(name)}, expected 1 to 64 letters, digits, dots, dashes or underscores`);
  }
  if (scenario !== undefined && typeof scenario !== 'string' && !isJsonObject(scenario)) {
    found.push(`scenario: found ${said(scenario)}, expected a name or a whole scenario`);
  }
  if (seed !== undefined && !isSeed(seed)) {
    found.push(`seed: found ${said(seed)}, expected a whole number from 0 to 4294967295`);
  }
  if (port !== undefined && typeof port !== 'boolean') found.push(`port: found ${said(port)}, expected true`);
  return found;
}

function isSeed(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}
