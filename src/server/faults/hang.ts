import type { Line } from './line.js';

/** Never answers: keeps the connection until the client has had enough. */
export async function hang(line: Line): Promise<Response> {
  if (!line.over.aborted) {
    await new Promise<void>((resolve) =>
      line.over.addEventListener('abort', () => resolve(), { once: true }),
    );
  }
  return line.gone ? line.leave() : line.end('close');
}
