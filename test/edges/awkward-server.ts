import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A real HTTP server for the length of one test. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const origin = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return origin;
}

/** A server that writes whatever it likes, for answers that no HTTP library would send. */
export async function serveBytes(onRequest: (socket: Socket, request: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (data) => onRequest(socket, data.toString('latin1')));
  });
  const origin = await listen(server);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return origin;
}

/** An origin where nothing listens. */
export async function deadOrigin(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

export async function listen(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
