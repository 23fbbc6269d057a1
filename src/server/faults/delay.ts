import type { Wait } from '../../scenario/delay.js';
import type { SessionClock } from '../../session/clock.js';
import { longestTimer, pause } from './pause.js';

/**
 * Keeps an answer back as long as a fault says: in real time, or until the session's clock has moved so far, whether by
 * itself or by the control API. Ends early when nobody need wait any more.
 */
export function delay({ clock: kind, ms }: Wait, clock: SessionClock, over: AbortSignal): Promise<void> {
  return kind === 'real' ? pause(ms, over) : waitOnClock(clock, clock.now() + ms, over);
}

function waitOnClock(clock: SessionClock, due: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      stop();
      over.removeEventListener('abort', done);
      resolve();
    };
    const look = (): void => {
      clearTimeout(timer);
      const left = due - clock.now();
      if (left <= 0) done();
      else if (!clock.frozen) timer = setTimeout(look, Math.min(left + 1, longestTimer));
    };
    const stop = clock.onMove(due, look);
    over.addEventListener('abort', done);
    if (over.aborted) done();
    else look();
  });
}
