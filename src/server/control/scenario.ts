import { isJsonObject } from '../../exchange/json.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';
import { sessionView } from './sessions.js';

/** `PUT …/scenario {name}` or `{scenario: {…}}`: the session plays it from its beginning. */
export function scenarioRoutes(app: ControlApp, { roster, ports, loadScenario }: ControlSetup): void {
  app.put('/sessions/:name/scenario', async (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const { name, scenario: inline } = isJsonObject(body) ? body : {};
    if ((typeof name !== 'string') === (inline === undefined)) {
      return problems(c, 422, ['expected {"name": "all-passed"} or {"scenario": {...}}']);
    }
    const ref = inline ?? name!;
    const loaded = await loadScenario(ref, undefined);
    if (!loaded.ok) return problems(c, 422, loaded.problems);
    session.play(loaded.scenario, ref);
    await roster.save(session);
    return c.json(sessionView(session, new URL(c.req.url).origin, ports.of(session.name)));
  });
}
