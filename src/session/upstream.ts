import type { Api } from '../api/operations.js';
import type { UpstreamAddress } from '../api/upstream-address.js';
import type { RawHeaders } from '../exchange/forward-headers.js';

/** Where a request is to go: a path of ours, with query, on the upstream of an API; or an archive that an answer named. */
export type Destination =
  { readonly api: Api; readonly path: string } | { readonly api?: undefined; readonly archive: string };

/** A request to be passed on. */
export interface Forward {
  readonly to: Destination;
  /** Upper case. */
  readonly method: string;
  /** The client's headers; what must not be passed on is taken out on the way. */
  readonly headers: RawHeaders;
  /** The `Authorization` that is meant for the upstream; see `upstreamAuthorization`. Archives never get it. */
  readonly authorization: string | undefined;
  /** Undefined is no body. A stream is read as fast as the upstream takes it. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** `drop` keeps 304 and 206 out of recordings by asking without conditions and ranges. */
  readonly conditional: 'pass' | 'drop';
}

/** The beginning of an upstream's answer. */
export interface UpstreamHead {
  readonly status: number;
  /** As the upstream sent them, without those of the hop between it and us. */
  readonly headers: RawHeaders;
  /** The absolute URL that was asked; relative links in the answer count from it. */
  readonly url: string;
  /** Where our paths lie on the upstream that answered; undefined for an archive. */
  readonly address: UpstreamAddress | undefined;
}

/**
 * Takes an answer as it comes: `head` once, `data` any number of times, then `end`; or `fail` at any moment. Bodies are
 * as the upstream sent them: nothing is decoded.
 */
export interface UpstreamSink {
  head(head: UpstreamHead): void;
  /** False asks to pause until {@link UpstreamCall.resume}. */
  data(chunk: Uint8Array): boolean;
  end(): void;
  fail(error: UpstreamError): void;
}

/** A request under way. */
export interface UpstreamCall {
  /** Goes on after a pause. */
  resume(): void;
  /** Gives up; the sink hears nothing more. */
  abort(): void;
}

/** What may go wrong between us and an upstream. */
export type UpstreamTrouble =
  /** No upstream was named for this API. */
  | 'not-configured'
  /** Not a host that was configured or named by an answer. */
  | 'not-allowed'
  /** A host whose address must not be contacted. */
  | 'forbidden-address'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'connect-timeout'
  | 'head-timeout'
  | 'body-timeout'
  /** The connection broke before or in the middle of the answer. */
  | 'reset'
  /** What came back is not HTTP/1.1. */
  | 'malformed'
  /** The registry's discovery document is of no use. */
  | 'discovery'
  /** The client's request cannot be passed on, or broke off. */
  | 'request'
  /** restage is shutting down. */
  | 'closed'
  | 'unknown';

/** Why there is no answer, or only a part of one. */
export interface UpstreamError {
  readonly code: UpstreamTrouble;
  /** What to answer when nothing of an answer was passed on yet. */
  readonly status: 502 | 504;
  /** Origin of the upstream, without user name and password; empty when there is none. */
  readonly upstream: string;
  /** What happened, where, and what to do next. */
  readonly message: string;
}

/** An upstream's address, or why it cannot be known. */
export type Located = { readonly address: UpstreamAddress } | { readonly error: UpstreamError };

/** How far away a host is; each includes those before it when it is a limit. */
export type Reach = 'public' | 'private' | 'loopback';

/** The real backend. Contacts configured hosts and archive hosts that were allowed, nothing else, and follows no redirect. */
export interface Upstream {
  forward(forward: Forward, sink: UpstreamSink): UpstreamCall;
  /** Where our paths lie; the registry's by its discovery document, which is asked for once. */
  address(api: Api): Promise<Located>;
  /** Lets the host of an http(s) URL that an answer of this API named be asked for archives. False when it is no such URL. */
  allowArchive(url: string, namedBy: Api): boolean;
  /** How far away the upstream is: `loopback` is what local sources need. Undefined when it has no address. */
  reach(api: Api): Promise<Reach | undefined>;
  /** Breaks off what is under way and lets go of all connections. */
  close(): Promise<void>;
}
