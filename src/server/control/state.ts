import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import type { LedgerData } from '../../session/ledger.js';
import type { Session } from '../../session/session.js';
import { judgeState } from '../../session/judge-state.js';
import { type ControlApp, type ControlSetup, findingText, problems } from './setup.js';

/** `GET …/state` gives all that has changed in a session; `PUT …/state` puts such a state back. */
export function stateRoutes(app: ControlApp, { roster }: ControlSetup): void {
  app.get('/sessions/:name/state', (c) => {
    const session = c.get('session');
    session.lives.settle(session.clock.now());
    session.clock.mark();
    return c.json(stateOf(session));
  });
  app.put('/sessions/:name/state', async (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const findings = judgeState(body);
    if (findings.length > 0) {
      return problems(
        c,
        422,
        findings.map((one) => findingText(one)),
      );
    }
    const { about, ledger } = body as { about?: JsonObject; ledger: JsonObject };
    const other = about && differenceIn(about['scenario'], session.about['scenario']);
    if (other !== undefined) return problems(c, 409, [other]);
    session.restore(ledger as LedgerData, about?.['worldBegan'] as number | undefined);
    await roster.save(session);
    return c.json(stateOf(session));
  });
}

function stateOf(session: Session): JsonObject {
  return { about: session.about, ledger: session.ledger.toData() };
}

function differenceIn(theirs: Json | undefined, ours: Json | undefined): string | undefined {
  if (theirs === undefined || JSON.stringify(theirs) === JSON.stringify(ours)) return undefined;
  return `this state is of scenario ${nameOf(theirs)}, the session plays ${nameOf(ours)}; change its scenario first`;
}

function nameOf(ref: Json | undefined): string {
  const { scenario = 'of its own' } = isJsonObject(ref) ? ref : { scenario: ref };
  return JSON.stringify(scenario).slice(0, 80);
}
