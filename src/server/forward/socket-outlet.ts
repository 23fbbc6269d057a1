import type { ServerResponse } from 'node:http';
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
      if (body === null) response.end(delivered);
      else response.end(body, delivered);
    },
    head(status, headers) {
      response.writeHead(status, headers as string[]);
    },
    write: (chunk) => response.write(chunk),
    end: () => void response.end(delivered),
    tear: () => response.socket?.destroySoon(),
  };
}
