import { type Json, parseJson } from './json.js';
import { parseQuery, type Query } from './query.js';

/** How a client addressed this server: what links that it hands out begin with. */
export interface Base {
  /** Scheme, host and port the client used, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The session's path prefix, `''` or e.g. `/~blue`. */
  readonly prefix: string;
  /**
   * The prefix of links for whoever may not choose the session again: not every client sends the header or the token
   * that did to the addresses in a discovery document or to an archive. The same as `prefix` when left out.
   */
  readonly home?: string;
}

/** A request as plain data. The session prefix is already taken off its path. */
export interface WireRequest {
  /** Upper case. */
  readonly method: string;
  /** As sent: percent-encoded, beginning with `/`, without query and session prefix. */
  readonly path: string;
  /** Raw query without `?`; empty when there is none. */
  readonly query: string;
  /** Names in lower case; repeated ones joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The whole body when there is one and it was read; undefined without a body or when it is streamed past. */
  readonly body: Uint8Array | undefined;
  /** The client's address, without port. */
  readonly client: string;
  readonly base: Base;
}

/** What a request asks, whoever asks it and by whatever address. */
export type Asking = Omit<WireRequest, 'client' | 'base'>;

/** The decoded query of a request. */
export function queryOf(request: Asking): Query {
  return parseQuery(request.query);
}

/** The body as text (UTF-8); empty without a body. */
export function bodyText(request: Asking): string {
  return request.body === undefined ? '' : new TextDecoder().decode(request.body);
}

/** The body as JSON; undefined when there is none or it is not JSON. */
export function bodyJson(request: Asking): Json | undefined {
  return request.body === undefined ? undefined : parseJson(bodyText(request));
}
