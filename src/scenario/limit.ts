import type { Limit } from './scenario.js';

/** One window of one client. */
export interface LimitWindow {
  /** When it began, session time in ms. */
  readonly began: number;
  /** Requests that came in it. */
  readonly count: number;
}

/** What a limit says of a request. */
export interface Verdict {
  readonly window: LimitWindow;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window is over, ms. */
  readonly reset: number;
  /** Whether the client was turned away in this window before, and did not wait as long as it was told to. */
  readonly tooEarly: boolean;
}

/**
 * Counts a request. A window begins with the first request after the last one was over. What is over the rate is
 * turned away until the window ends, so a client that waits out either the rate headers or `retry-after` (the same
 * in whole seconds, rounded up) is never too early.
 */
export function countRequest(before: LimitWindow | undefined, limit: Limit, now: number): Verdict {
  const open = before !== undefined && !isOver(before, limit, now);
  const began = open ? before.began : now;
  const count = (open ? before.count : 0) + 1;
  return {
    window: { began, count },
    allowed: count <= limit.rate,
    remaining: Math.max(0, limit.rate - count),
    reset: began + limit.per - now,
    tooEarly: count > limit.rate + 1,
  };
}

/** Whether a window does not count any more; also when time was set back before it. */
export function isOver({ began }: LimitWindow, { per }: Limit, now: number): boolean {
  return now < began || now >= began + per;
}

/** Whole seconds until a window is over, at least one. */
export function retryAfter(reset: number): number {
  return Math.max(1, Math.ceil(reset / 1000));
}
