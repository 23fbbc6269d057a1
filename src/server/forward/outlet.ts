import type { RawHeaders } from '../../exchange/forward-headers.js';

/** Where an answer goes while it comes, piece by piece or all at once. Statuses and headers are sent as given. */
export interface Outlet {
  /** An answer that is already whole; null is no body. Nothing else may be called then. */
  whole(status: number, headers: RawHeaders, body: Uint8Array | null): void;
  head(status: number, headers: RawHeaders): void;
  /** False asks to wait for {@link OutletEvents.drained}. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  /** Breaks off in the middle, so that the client notices. */
  tear(): void;
}

/** What an outlet tells. After `delivered` or `gone` it tells nothing more. */
export interface OutletEvents {
  /** Writing may go on. */
  drained(): void;
  /** The whole answer is on its way to the client. */
  delivered(): void;
  /** The client went away before that. */
  gone(): void;
}
