import type { ServerResponse } from 'node:http';

type Body = string | Uint8Array | undefined;
type Ending = readonly [outgoing: ServerResponse, body: Body, ended: (() => void) | undefined];

let waiting: Ending[] = [];

/**
 * Ends an answer, its head already given, together with all others of this turn of the event loop. A write may wake the
 * client, which costs more than the write; clients that are written to in a row are woken once.
 * @param ended called when all of it is on its way
 */
export function sendTogether(outgoing: ServerResponse, body: Body, ended?: () => void): void {
  if (waiting.length === 0) setImmediate(sendAll);
  waiting.push([outgoing, body, ended]);
}

function sendAll(): void {
  const endings = waiting;
  waiting = [];
  for (const [outgoing, body, ended] of endings) outgoing.end(body, ended);
}
