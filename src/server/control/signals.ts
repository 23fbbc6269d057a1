import { type ControlApp, problems } from './setup.js';

/** `POST …/signals/NAME`: lets every lifecycle that waits for the signal go on. */
export function signalRoutes(app: ControlApp): void {
  app.post('/sessions/:name/signals/:signal', (c) => {
    const session = c.get('session');
    const signal = c.req.param('signal');
    const moved = session.signal(signal);
    if (moved > 0) return c.json({ signal, moved });
    const why = `no lifecycle in session ${session.name} waits for the signal ${JSON.stringify(signal)} now`;
    return problems(c, 409, [why]);
  });
}
