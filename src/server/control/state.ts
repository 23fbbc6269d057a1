import { isJsonObject } from '../../exchange/json.js';
import type { LedgerData } from '../../session/ledger.js';
import type { Roster } from '../roster.js';
import { type ControlApp, problems } from './setup.js';

/** `GET …/state` gives all that has changed in a session; `PUT …/state` puts such a state back. */
export function stateRoutes(app: ControlApp, roster: Roster): void {
  app.get('/sessions/:name/state', (c) => {
    const session = c.get('session');
    session.lives.settle(session.clock.now());
    session.clock.mark();
    return c.json({ about: session.about, ledger: session.ledger.toData() });
  });
  app.put('/sessions/:name/state', async (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const ledger = isJsonObject(body) ? body['ledger'] : undefined;
    if (!isJsonObject(ledger) || !Object.values(ledger).every(isJsonObject)) {
      return problems(c, 422, [
        'ledger: expected what GET …/state answered: an object of sections, each an object',
      ]);
    }
    const about = (body as { about?: unknown }).about;
    const played = isJsonObject(about) ? about['scenario'] : undefined;
    if (played !== undefined && played !== session.scenario.name) {
      return problems(c, 409, [
        `this state is of scenario ${JSON.stringify(played)}, the session plays ${JSON.stringify(session.scenario.name)}; change the scenario first`,
      ]);
    }
    session.restore(ledger as LedgerData);
    await roster.save(session);
    return c.json({ about: session.about, ledger: session.ledger.toData() });
  });
}
