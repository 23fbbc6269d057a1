import type { ServerResponse } from 'node:http';

type Ending = readonly [outgoing: ServerResponse, body: string | Uint8Array | undefined];

let waiting: Ending[] = [];

/**
 * Ends an answer, its head already given, together with all others of this turn of the event loop. A write may wake the
 * client, which costs more than the write; clients that are written to in a row are woken once.
 */
export function sendTogether(outgoing: ServerResponse, body: string | Uint8Array | undefined): void {
  if (waiting.length === 0) setImmediate(sendAll);
  waiting.push([outgoing, body]);
}

function sendAll(): void {
  const endings = waiting;
  waiting = [];
  for (const [outgoing, body] of endings) outgoing.end(body);
}
