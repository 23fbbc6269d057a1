/** How much a server takes from those who connect to it, and how long it waits for them. */
export interface ServerLimits {
  /** Bytes of a request's line and headers together; more is answered 431. */
  readonly headBytes: number;
  /** Milliseconds within which a request's head must have come; later it is answered 408. */
  readonly headMs: number;
  /** Milliseconds within which a whole request must have come; later it is answered 408. */
  readonly requestMs: number;
  /** Milliseconds after which a client that takes nothing of its answer is cut off. */
  readonly silentMs: number;
  /** Milliseconds between two looks at who is late. */
  readonly lookMs: number;
  /** Requests under way at once, over all connections; more are answered 503. */
  readonly requests: number;
  /** Connections open at once; more are closed as they come. */
  readonly connections: number;
}

/** The limits of a server that was given none. */
export const usualLimits: ServerLimits = {
  headBytes: 16 * 1024,
  headMs: 15_000,
  requestMs: 120_000,
  silentMs: 30_000,
  lookMs: 5_000,
  requests: 4096,
  connections: 8192,
};
