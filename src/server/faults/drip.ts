import type { Piece } from './line.js';

/**
 * Cuts a body into the pieces that a slow connection lets through.
 * @param rate bytes a second; undefined: all at once
 */
export function* drip(body: Uint8Array, rate: number | undefined): Generator<Piece> {
  if (rate === undefined) {
    yield { wait: 0, bytes: body };
    return;
  }
  const size = Math.max(1, Math.round((rate * interval) / 1000));
  const wait = Math.max(interval, (size * 1000) / rate);
  for (let at = 0; at < body.length; at += size) {
    yield { wait: at === 0 ? 0 : wait, bytes: body.subarray(at, at + size) };
  }
}

/** Pieces follow each other at this distance, ms, unless the rate is below a byte in that time. */
const interval = 50;
