import type { Wait } from '../../scenario/delay.js';
import type { SessionClock } from '../../session/clock.js';

/**
 * Waits as a fault says: by a timer in real time, or until the session's clock has moved so far, whether by itself or
 * by the control API. Resolves early when the client goes away.
 */
export function waitFor({ clock: kind, ms }: Wait, clock: SessionClock, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const due = clock.now() + ms;
    const done = (): void => {
      clearTimeout(timer);
      stop();
      gone.removeEventListener('abort', done);
      resolve();
    };
    const look = (): void => {
      clearTimeout(timer);
      const left = due - clock.now();
      if (left <= 0) done();
      else if (!clock.frozen) timer = setTimeout(look, Math.min(left + 1, longestTimer));
    };
    const stop = kind === 'session' ? clock.onMove(look) : () => undefined;
    gone.addEventListener('abort', done);
    if (gone.aborted) done();
    else if (kind === 'session') look();
    else timer = setTimeout(done, Math.min(ms, longestTimer));
  });
}

/** Longer timers fire at once. */
const longestTimer = 2 ** 31 - 1;
