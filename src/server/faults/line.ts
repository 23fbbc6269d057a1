import type { WireResponse } from '../../exchange/response.js';

/** A part of a body and how long to wait before it, ms. */
export interface Piece {
  readonly wait: number;
  readonly bytes: Uint8Array;
}

/** The way an answer goes back to its client, and how that way can fail. */
export interface Line {
  /** Aborted when nobody need wait any more: the client went away, or the server stops. */
  readonly over: AbortSignal;
  /** Whether the client went away. */
  readonly gone: boolean;
  /** Ends the connection without an answer: with a RST, or in good order. */
  end(how: 'reset' | 'close'): Response;
  /** What to return when the client went away. */
  leave(): Response;
  /** Promises `length` bytes and sends the pieces; the connection ends after them when they are fewer. */
  send(answer: WireResponse, length: number, pieces: Iterable<Piece>): Response | Promise<Response>;
  /** Lets go of the line: the answer goes another way. */
  release(): void;
}

/** A signal that is aborted when one of two things happens, until it is released. */
export function overWhen(
  stopping: AbortSignal,
  onGone: (tell: () => void) => () => void,
): { readonly over: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const tell = (): void => controller.abort();
  const forget = onGone(tell);
  if (stopping.aborted) tell();
  stopping.addEventListener('abort', tell);
  const release = (): void => {
    forget();
    stopping.removeEventListener('abort', tell);
  };
  return { over: controller.signal, release };
}
