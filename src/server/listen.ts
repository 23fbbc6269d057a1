import { getRequestListener } from '@hono/node-server';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openGate } from './gate.js';
import { type ServerLimits, usualLimits } from './server-limits.js';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Stops taking connections, lets the requests under way finish, and resolves when the port is free. */
  close(): Promise<void>;
}

/** How to listen. */
export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Key and certificate, PEM, of a server that speaks https; undefined for http. */
  readonly tls: { readonly key: string; readonly cert: string } | undefined;
  /** Whoever answers a request on its connection, without the detour over `Request` and `Response`; false passes it on. */
  readonly straight?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Over {@link usualLimits}. */
  readonly limits?: Partial<ServerLimits>;
}

/** Listens with an app. Rejects with the system's error (`EADDRINUSE`, `EACCES`, …) when the port cannot be had. */
export function listen(fetch: FetchCallback, options: ListenOptions): Promise<Listening> {
  const { host, port, tls, straight } = options;
  const answer = getRequestListener(fetch, {
    hostname: host,
    overrideGlobalObjects: false,
    errorHandler: explainFailure,
  });
  const listener: RequestListener = (request, response) => {
    if (straight?.(request, response) !== true) void answer(request, response);
  };
  const limits = { ...usualLimits, ...options.limits };
  const serverOptions = {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.lookMs,
    requireHostHeader: false,
  };
  const server = tls
    ? createHttpsServer({ ...serverOptions, key: tls.key, cert: tls.cert })
    : createServer(serverOptions);
  openGate(server, listener, limits);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, close: () => closeServer(server) });
    });
  });
}

/** How long requests under way may take once the server stops, ms. */
const grace = 10_000;

/** Connections that are kept alive end as soon as they are idle; those that outlast the grace are cut. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What nobody else could answer: a failure of restage itself. */
function explainFailure(error: unknown): Response {
  const said = error instanceof Error ? error.message : String(error);
  return Response.json({ errors: [`restage failed: ${said}`] }, { status: 500 });
}
