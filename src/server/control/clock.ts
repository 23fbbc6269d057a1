import { isJsonObject, type Json } from '../../exchange/json.js';
import { parseDuration } from '../../scenario/duration.js';
import { sessionView } from './session-view.js';
import { type ControlApp, type ControlSetup, problems } from './setup.js';

/** `POST …/clock {advance}` or `{set}`: moves the session's time and makes every move that falls due. */
export function clockRoutes(app: ControlApp, { ports }: ControlSetup): void {
  app.post('/sessions/:name/clock', (c) => {
    const session = c.get('session');
    const to = timeIn(c.get('body'), session.clock.now());
    if (typeof to === 'string') return problems(c, 422, [to]);
    session.moveClock(to);
    return c.json(sessionView(session, c.req.url, ports));
  });
}

/** The time to which a clock shall be moved, or what is wrong with the wish. */
function timeIn(body: Json | undefined, now: number): number | string {
  const { advance, set, ...others } = isJsonObject(body) ? body : {};
  if ((advance === undefined) === (set === undefined) || Object.keys(others).length > 0) {
    return 'expected {"advance": "90s"} or {"set": "2026-03-02T09:00:00Z"}';
  }
  if (advance !== undefined) {
    const by = typeof advance === 'string' ? parseDuration(advance) : undefined;
    if (by !== undefined && now + by <= latest) return now + by;
    return `advance: found ${JSON.stringify(advance)}, expected a duration such as "90s" or "1.5h"`;
  }
  const at =
    typeof set === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(set) ? Date.parse(set) : NaN;
  if (!Number.isNaN(at)) return at;
  return `set: found ${JSON.stringify(set)}, expected a time such as "2026-03-02T09:00:00Z"`;
}

/** The last moment that a date can say, ms since 1970. */
const latest = 8.64e15;
