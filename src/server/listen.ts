import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type FetchCallback = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Stops taking connections, lets the requests under way finish, and resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Listens with an app. Rejects with the system's error (`EADDRINUSE`, `EACCES`, …) when the port cannot be had.
 * @param port 0 picks a free one
 */
export function listen(fetch: FetchCallback, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, close: () => closeServer(server) });
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
