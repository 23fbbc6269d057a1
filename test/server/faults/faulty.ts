import { connect, type Socket } from 'node:net';
import { vi } from 'vitest';
import { type Asked, running } from '../running.js';

/** How a connection ended: whole answer and still open, closed in good order, or broken. */
export type End = 'open' | 'closed' | 'ECONNRESET';

/** What a client saw of one request over a connection of its own. */
export interface Seen {
  /** Everything that came, as Latin-1. */
  readonly text: string;
  /** Sizes of the pieces in which it came. */
  readonly pieces: readonly number[];
  readonly end: End;
  readonly status: number;
  /** What `content-length` promised; NaN when nothing did. */
  readonly promised: number;
  readonly body: Buffer;
}

/** A server that listens and plays one fault. */
export interface Faulty {
  readonly server: Asked;
  readonly port: number;
  /** Asks for a path over a new connection; resolves when the answer is whole or the connection has ended. */
  readonly get: (path?: string, method?: string) => Promise<Seen>;
  /** The same, for a client that may leave before. */
  readonly begin: (
    path?: string,
    method?: string,
  ) => { readonly socket: Socket; readonly seen: Promise<Seen> };
  /** Resolves when so many requests are in the journal of a session. */
  readonly arrived: (requests: number, session?: string) => Promise<void>;
  readonly advance: (by: string) => Promise<void>;
}

/** A task stage of the bundled scenario `default`: some 2 KB of JSON. */
export const stage = '/api/v2/task-stages/ts-AtRest';

/** Starts a server whose task stages are answered with a fault. */
export async function faulty(fault: object, more: object = {}): Promise<Faulty> {
  const server = await running({ listen: true, port: 0 });
  await server.call('POST', '/sessions/main/steps', {
    on: 'platform.task-stages.show',
    fault,
    ...more,
  } as never);
  const port = Number(new URL(server.url).port);
  const begin: Faulty['begin'] = (path = stage, method = 'GET') => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer anybody\r\n\r\n`,
    );
    return { socket, seen: watch(socket, method === 'HEAD') };
  };
  return {
    server,
    port,
    begin,
    get: (path, method) => begin(path, method).seen,
    arrived: (requests, session = 'main') =>
      vi.waitUntil(
        async () => {
          const journal = await server.get(`/__restage/sessions/${session}/journal`);
          return (journal.at('entries.*.seq') as number[]).length === requests;
        },
        { interval: 5 },
      ) as Promise<unknown> as Promise<void>,
    advance: async (by) => void (await server.call('POST', '/sessions/main/clock', { advance: by })),
  };
}

/** Gathers what comes until the answer is whole or the connection has ended. */
export function watch(socket: Socket, head = false): Promise<Seen> {
  return new Promise((resolve) => {
    let text = '';
    const pieces: number[] = [];
    const done = (end: End): void => {
      socket.destroy();
      resolve({ text, pieces, end, ...read(text) });
    };
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      pieces.push(piece.length);
      const { status, promised, body } = read(text);
      if (text.includes('\r\n\r\n') && (head || status === 204 || body.length === promised)) done('open');
    });
    socket.on('end', () => done('closed'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNRESET' ? 'ECONNRESET' : 'closed'),
    );
  });
}

function read(text: string): { status: number; promised: number; body: Buffer } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? NaN),
    promised: Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? NaN),
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1'),
  };
}
