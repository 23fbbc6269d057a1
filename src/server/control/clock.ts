import { isJsonObject } from '../../exchange/json.js';
import { parseDuration } from '../../scenario/duration.js';
import { type ControlApp, problems } from './setup.js';
import { sessionView } from './sessions.js';

/** `POST …/clock {advance}` or `{set}`: moves the session's time and makes every move that falls due. */
export function clockRoutes(app: ControlApp): void {
  app.post('/sessions/:name/clock', (c) => {
    const session = c.get('session');
    const body = c.get('body');
    const move = isJsonObject(body) ? body : {};
    const { advance, set } = move;
    if ((advance === undefined) === (set === undefined)) {
      return problems(c, 422, ['expected {"advance": "90s"} or {"set": "2026-03-02T09:00:00Z"}']);
    }
    if (advance !== undefined) {
      const by = typeof advance === 'string' ? parseDuration(advance) : undefined;
      if (by === undefined) {
        return problems(c, 422, [
          `advance: found ${JSON.stringify(advance)}, expected a duration such as "90s" or "1.5h"`,
        ]);
      }
      session.moveClock(session.clock.now() + by);
    } else {
      const at = typeof set === 'string' && /^\d{4}-\d\d-\d\dT/.test(set) ? Date.parse(set) : NaN;
      if (Number.isNaN(at)) {
        return problems(c, 422, [
          `set: found ${JSON.stringify(set)}, expected a time such as "2026-03-02T09:00:00Z"`,
        ]);
      }
      session.moveClock(at);
    }
    return c.json(sessionView(session, new URL(c.req.url).origin));
  });
}
