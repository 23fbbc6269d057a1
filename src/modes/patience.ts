import { requestKey } from '../exchange/request-key.js';
import type { WireResponse } from '../exchange/response.js';
import type { Turn } from './turn.js';

/**
 * Notes that a client comes again before it was allowed to, and remembers one that is told to wait now, by a 429 or 503
 * with `retry-after` in seconds from whatever source. What a limit turns away goes by the windows of that limit instead.
 */
export function watchPatience(turn: Turn, response: WireResponse): void {
  if (turn.taken === undefined) return;
  const { session, caller, request } = turn;
  const wait = waitIn(response);
  if (wait === undefined && !session.waits.any) return;
  const now = session.clock.now();
  const who = `${caller.token ?? request.client}\n${requestKey(request)}`;
  const early = session.waits.comes(who, now);
  if (early > 0) turn.note = { ...turn.note, 'too-early': `${Math.ceil(early)}ms` };
  if (wait !== undefined) session.waits.tell(who, now + wait);
}

/** How long an answer asks to wait, ms. */
function waitIn({ status, headers }: WireResponse): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = headers['retry-after'];
  return typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
