import { isJsonObject } from '../../exchange/json.js';
import { formatPath } from '../../scenario/problem.js';
import { readOneStep } from '../../scenario/read-step.js';
import type { Roster } from '../roster.js';
import { type ControlApp, problems } from './setup.js';

/** `POST …/steps`: a step laid before the scenario's own; `DELETE …/steps` takes those away again. */
export function stepRoutes(app: ControlApp, roster: Roster): void {
  app.post('/sessions/:name/steps', async (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const name = `laid[${session.laidSteps()}]`;
    const read = readOneStep(body, name, session.forwards);
    if (!read.ok) {
      const found = read.findings.map(
        (one) => `${formatPath(one.path)}: found ${one.found}, expected ${one.expected}`,
      );
      return problems(c, 422, found);
    }
    if (!isJsonObject(body)) return problems(c, 422, ['expected a step']);
    if (session.steps.steps.some((step) => step.name === read.value.name)) {
      return problems(c, 409, [
        `there is a step ${JSON.stringify(read.value.name)} already; name this one differently`,
      ]);
    }
    session.layStep(name, body);
    await roster.commit(session);
    return c.json({ step: read.value.name }, 201);
  });
  app.delete('/sessions/:name/steps', async (c) => {
    const session = c.get('session');
    session.clearSteps();
    await roster.commit(session);
    return c.body(null, 204);
  });
}
