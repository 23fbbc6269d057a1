import { onTestFinished } from 'vitest';
import { start } from '../../src/start.js';

/** An answer with its body read. */
export interface Played {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A scenario being played in this process. */
export interface Play {
  get(path: string, token?: string): Promise<Played>;
  /** Asks for a path and leaves the body to be read; rejects as `fetch` does when the connection breaks. */
  fetch(path: string): Promise<Response>;
  send(method: string, path: string, body?: unknown, token?: string): Promise<Played>;
  /** Moves the session's time. */
  advance(by: string): Promise<void>;
  signal(name: string): Promise<number>;
  /** The status of a task stage. */
  stage(id: string): Promise<string>;
}

/** Plays a bundled scenario without a socket and without state on disk. */
export async function play(scenario: string): Promise<Play> {
  const running = await start({ scenario, listen: false, memory: true });
  onTestFinished(() => running.close());
  const send = async (method: string, path: string, body?: unknown, token = 'admin'): Promise<Played> => {
    const type = path.startsWith('/__restage') ? 'application/json' : 'application/vnd.api+json';
    const answer = await running.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': type }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    const json = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return { status: answer.status, headers: answer.headers, body: json ? (JSON.parse(text) as unknown) : text };
  };
  const main = '/__restage/sessions/main';
  return {
    send,
    fetch: async (path) => running.fetch(new Request(`http://127.0.0.1${path}`, { headers: { authorization: 'Bearer admin' } })),
    get: (path, token) => send('GET', path, undefined, token),
    advance: async (by) => {
      const moved = await send('POST', `${main}/clock`, { advance: by });
      if (moved.status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(moved.body)}`);
    },
    signal: async (name) => (await send('POST', `${main}/signals/${name}`)).status,
    stage: async (id) => {
      const { body } = await send('GET', `/api/v2/task-stages/${id}`);
      return attributesOf(body)['status'] as string;
    },
  };
}

/** The attributes of the resource in a JSON:API document. */
export function attributesOf(document: unknown): Record<string, unknown> {
  return (document as { data: { attributes: Record<string, unknown> } }).data.attributes;
}

/** The attributes of every resource in the list of a JSON:API document. */
export function listOf(document: unknown): Record<string, unknown>[] {
  return (document as { data: { attributes: Record<string, unknown> }[] }).data.map(({ attributes }) => attributes);
}
