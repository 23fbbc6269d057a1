import { headerRecord, type RawHeaders } from '../../exchange/forward-headers.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Outlet, OutletEvents } from './outlet.js';

/** The largest answer that is held to be changed before it is sent. */
export const largestHeld = 64 * 1024 * 1024;

/** What became of an answer that was to be held: it is whole, it was torn off, or it grew too large. */
export type Held =
  { readonly response: WireResponse } | { readonly torn: true } | { readonly tooLarge: true };

/** Holds an answer back until it is whole, for what is to change it before the client sees it. */
export function wholeOutlet(held: (held: Held) => void, events: OutletEvents): Outlet {
  let status = 0;
  let headers: RawHeaders = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  const settle = (body: Uint8Array | null): void => {
    held({ response: { status, headers: headerRecord(headers), body } });
    events.delivered();
  };
  return {
    whole(...given) {
      [status, headers] = given;
      settle(given[2]);
    },
    head(...given) {
      [status, headers] = given;
    },
    write(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= largestHeld) return true;
      chunks = [];
      held({ tooLarge: true });
      events.gone();
      return false;
    },
    end: () => settle(size === 0 ? null : Buffer.concat(chunks, size)),
    tear: () => held({ torn: true }),
  };
}
