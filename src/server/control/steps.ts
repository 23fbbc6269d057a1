import { isJsonObject } from '../../exchange/json.js';
import { readOneStep } from '../../scenario/read-step.js';
import { mostSteps } from '../../scenario/step.js';
import { type ControlApp, findingText, problems } from './setup.js';

/** `POST …/steps`: a step laid before the scenario's own; `DELETE …/steps` takes those away again. */
export function stepRoutes(app: ControlApp): void {
  app.post('/sessions/:name/steps', (c) => {
    const session = c.get('session');
    const body = c.get('body');
    if (!isJsonObject(body)) return problems(c, 422, ['expected a step, such as {"on": …, "respond": …}']);
    if (session.laidSteps() >= mostSteps) {
      return problems(c, 409, [
        `${mostSteps} steps are laid, as many as there may be; DELETE …/steps takes them away`,
      ]);
    }
    const place = `laid[${session.laidSteps()}]`;
    const read = readOneStep(body, place, session.forwards);
    if (!read.ok)
      return problems(
        c,
        422,
        read.findings.map((one) => findingText(one)),
      );
    const { name } = read.value;
    if (session.steps.steps.some((step) => step.name === name)) {
      return problems(c, 409, [`there is a step ${JSON.stringify(name)} already; name this one differently`]);
    }
    session.layStep(place, body);
    return c.json({ step: name }, 201);
  });
  app.delete('/sessions/:name/steps', (c) => {
    c.get('session').clearSteps();
    return c.body(null, 204);
  });
}
