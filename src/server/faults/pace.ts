/** One piece of a body and how long to wait before it, ms. */
export interface Piece {
  readonly wait: number;
  readonly bytes: Uint8Array;
}

/**
 * Cuts a body into the pieces that a slow or broken connection lets through.
 * @param drip bytes a second; undefined: all at once
 * @param truncate bytes after which nothing more comes; undefined: the whole body
 */
export function paceBody(body: Uint8Array, drip: number | undefined, truncate: number | undefined): Piece[] {
  const through = truncate === undefined ? body : body.subarray(0, truncate);
  if (drip === undefined) return [{ wait: 0, bytes: through }];
  const step = Math.max(1, Math.round((drip * interval) / 1000));
  const wait = Math.max(interval, (step * 1000) / drip);
  const pieces: Piece[] = [];
  for (let at = 0; at < through.length; at += step) {
    pieces.push({ wait: at === 0 ? 0 : wait, bytes: through.subarray(at, at + step) });
  }
  return pieces;
}

/** Pieces follow each other at this distance, ms, unless the rate is below a byte in that time. */
const interval = 50;
