import type { JsonObject } from '../../exchange/json.js';
import { reportOf } from '../../session/report.js';
import type { ControlApp, ControlSetup } from './setup.js';

/** `GET …/report`: counts by operation, status and source; refusals; what nobody used. */
export function reportRoutes(app: ControlApp, { fixtures }: ControlSetup): void {
  app.get('/sessions/:name/report', (c) =>
    c.json(reportOf(c.get('session'), fixtures()) as unknown as JsonObject),
  );
}
