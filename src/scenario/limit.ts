/** How many requests may come in a window. */
export interface Limit {
  /** Requests answered in a window. */
  readonly rate: number;
  /** Length of a window on the session's clock, ms. */
  readonly per: number;
  /** What shares a window. */
  readonly by: 'token' | 'address' | 'session';
}

/** One window of one client. */
export interface LimitWindow {
  /** When it began, session time in ms. */
  readonly began: number;
  /** Requests that came in it. */
  readonly count: number;
  /** Until when the client was told to stay away; 0 when it was not. */
  readonly until: number;
}

/** What a limit says of a request. */
export interface Verdict {
  readonly window: LimitWindow;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window is over, ms. */
  readonly reset: number;
  /** How much too soon the client came back, ms; 0 when it waited as long as it was told to. */
  readonly early: number;
}

/**
 * Counts a request. A window begins with the first request after the last one was over. What is over the rate is
 * turned away until the window ends, so a client that waits out either the rate headers or `retry-after` (the same
 * in whole seconds, rounded up) is never too early.
 */
export function countRequest(before: LimitWindow | undefined, limit: Limit, now: number): Verdict {
  const open = before !== undefined && now >= before.began && now < before.began + limit.per;
  const began = open ? before.began : now;
  const count = (open ? before.count : 0) + 1;
  const allowed = count <= limit.rate;
  const reset = began + limit.per - now;
  const early = before === undefined ? 0 : Math.max(0, before.until - now);
  const until = allowed ? (early > 0 ? before!.until : 0) : began + limit.per;
  return {
    window: { began, count, until },
    allowed,
    remaining: Math.max(0, limit.rate - count),
    reset,
    early,
  };
}

/** Whole seconds until a window is over, at least one. */
export function retryAfter(reset: number): number {
  return Math.max(1, Math.ceil(reset / 1000));
}
