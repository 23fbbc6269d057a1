import type { ServerResponse } from 'node:http';
import { sendTogether } from '../send-together.js';
import type { Outlet, OutletEvents } from './outlet.js';

/** The way to a client at the other end of a socket. */
export function socketOutlet(response: ServerResponse, events: OutletEvents): Outlet {
  response.on('drain', () => events.drained());
  response.once('close', () => {
    if (!response.writableFinished) events.gone();
  });
  if (response.destroyed) queueMicrotask(() => events.gone());
  const delivered = (): void => events.delivered();
  return {
    whole(status, headers, body) {
      response.writeHead(status, headers as string[]);
      sendTogether(response, body ?? undefined, delivered);
    },
    head(status, headers) {
      response.writeHead(status, headers as string[]);
    },
    write: (chunk) => response.write(chunk),
    end: () => void response.end(delivered),
    tear: () => response.socket?.destroySoon(),
  };
}
