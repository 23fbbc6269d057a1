import { onTestFinished } from 'vitest';
import { start, type Running, type StartOptions } from '../../src/start.js';

/** An answer with its body read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /**
   * A member of a JSON body by its path, e.g. `data.0.attributes.status`; `*` is every item of a list. Undefined when
   * there is none.
   */
  readonly at: (path: string) => unknown;
}

/** A server in this process, and ways to ask it. */
export interface Asked extends Running {
  /** Asks without a socket; as JSON when there is a body. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
}

/** Starts a server in this process that ends with the test; without a socket and without state on disk unless asked. */
export async function running(options: StartOptions = {}): Promise<Asked> {
  const server = await start({ listen: false, memory: options.state === undefined, ...options });
  onTestFinished(() => server.close());
  const ask: Asked['ask'] = async (method, path, body, headers = {}) => {
    const type = path.includes('/__restage') ? 'application/json' : 'application/vnd.api+json';
    const answer = await server.fetch(
      new Request(path.startsWith('http') ? path : `http://127.0.0.1${path}`, {
        method,
        headers: { authorization: 'Bearer anybody', 'content-type': type, ...headers },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      at: (member) => memberAt(jsonIn(text), member.split('.')),
    };
  };
  return { ...server, ask, get: (path, headers) => ask('GET', path, undefined, headers) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function memberAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (first === '*') return Array.isArray(value) ? value.map((item) => memberAt(item, rest)) : undefined;
  return memberAt((value as Record<string, unknown> | undefined)?.[first], rest);
}
