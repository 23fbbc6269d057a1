import { isJsonObject } from '../../exchange/json.js';
import { sessionView } from './session-view.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';

/** `PUT …/scenario {name}` or `{scenario: {…}}` and `POST …/reset`: the session plays from the beginning. */
export function scenarioRoutes(app: ControlApp, { roster, ports, loadScenario }: ControlSetup): void {
  app.put('/sessions/:name/scenario', async (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const { name, scenario, ...others } = isJsonObject(body) ? body : {};
    const ref = scenario ?? name;
    const one = (name === undefined) !== (scenario === undefined) && Object.keys(others).length === 0;
    if (!one || (name !== undefined && typeof name !== 'string') || ref === undefined) {
      return problems(c, 422, ['expected {"name": "all-passed"} or {"scenario": {...}}']);
    }
    const loaded = await loadScenario(ref, undefined, c.env?.mayReadFiles === true);
    if (!loaded.ok) return problems(c, 422, loaded.problems);
    session.play(loaded.scenario, ref);
    await roster.save(session);
    return c.json(sessionView(session, c.req.url, ports));
  });
  app.post('/sessions/:name/reset', async (c) => {
    const session = c.get('session');
    session.reset();
    await roster.save(session);
    return c.json(sessionView(session, c.req.url, ports));
  });
}
