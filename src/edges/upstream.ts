import type { Agent, Dispatcher } from 'undici';
import type { Api } from '../api/operations.js';
import { placeOf, type UpstreamAddress } from '../api/upstream-address.js';
import { forwardRequestHeaders } from '../exchange/forward-headers.js';
import type { Destination, Forward, Located, Upstream, UpstreamError } from '../session/upstream.js';
import { decodableCodings } from './body-coding.js';
import { discoverRegistry, type Get } from './discovery.js';
import { KnownHosts } from './known-hosts.js';
import { type Resolve, systemResolve } from './reach.js';
import { type Asked, Passage } from './upstream-call.js';
import { guardedConnector } from './upstream-connect.js';
import { explainFailure, upstreamError } from './upstream-error.js';

/** Longest waits, in milliseconds. */
export interface UpstreamTimeouts {
  /** Until the connection stands, TLS included. */
  readonly connect: number;
  /** From the request's end to the answer's head. */
  readonly head: number;
  /** Between two pieces of the answer's body. */
  readonly body: number;
}

/** What an upstream is made of. */
export interface UpstreamOptions {
  /** See `platformAddress`. */
  readonly platform?: UpstreamAddress;
  /** See `readUrl`; an origin, or a modules base, which is then not looked up by discovery. */
  readonly registry?: URL;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  readonly resolve?: Resolve;
}

const patience: UpstreamTimeouts = { connect: 10_000, head: 60_000, body: 60_000 };
const connectionsPerOrigin = 256;

/** Where a request goes, and whether the client's credentials are meant for that host. */
interface Target extends Asked {
  readonly credentials: boolean;
}

/** The real backend over HTTP/1.1 with undici, which is loaded with the first request. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const timeouts = { ...patience, ...options.timeouts };
  const hosts = new KnownHosts(
    { platform: options.platform?.origin, registry: options.registry?.origin },
    options.resolve ?? systemResolve,
  );
  const addresses: Partial<Record<Api, UpstreamAddress>> = {};
  if (options.platform) addresses.platform = options.platform;
  let discovery: Promise<Located> | undefined;
  let agent: Agent | undefined;
  let loading: Promise<Agent> | undefined;
  let closed = false;

  return {
    forward(forward, sink) {
      const passage = new Passage(sink);
      const target = targetOf(forward.to);
      if (agent && target && !closed) pass(agent, target, forward, passage);
      else void prepareAndPass(forward, passage);
      return passage;
    },
    address: locate,
    allowArchive(url, namedBy) {
      const origin = httpOrigin(url);
      if (origin !== undefined) hosts.allow(origin, namedBy);
      return origin !== undefined;
    },
    reach: (api) => hosts.reach(api),
    async close() {
      closed = true;
      await (await loading)?.destroy();
    },
  };

  async function prepareAndPass(forward: Forward, passage: Passage): Promise<void> {
    try {
      if (forward.to.api) {
        const located = await locate(forward.to.api);
        if ('error' in located) return passage.fail(located.error);
      }
      const target = targetOf(forward.to);
      if (!target) return passage.fail(unusable(forward.to));
      passage.goesTo(target);
      const ready = await load();
      if (!passage.over) pass(ready, target, forward, passage);
    } catch (error) {
      passage.onResponseError(undefined, error as Error);
    }
  }

  function pass(ready: Agent, target: Target, forward: Forward, passage: Passage): void {
    const { origin, path, credentials } = target;
    const { authorization, conditional, body } = forward;
    const headers = forwardRequestHeaders(forward.headers, {
      authorization,
      conditional,
      credentials,
      body: body !== undefined,
      codings: decodableCodings,
    });
    passage.goesTo(target);
    ready.dispatch(
      {
        origin,
        path,
        method: forward.method,
        headers,
        body: body as NonNullable<Dispatcher.DispatchOptions['body']>,
      },
      passage,
    );
  }

  function targetOf(to: Destination): Target | undefined {
    if (to.api === undefined) {
      if (httpOrigin(to.archive) === undefined) return undefined;
      const { origin, pathname, search } = new URL(to.archive);
      return { origin, path: pathname + search, address: undefined, credentials: false };
    }
    const address = addresses[to.api];
    if (!address || !to.path.startsWith('/')) return undefined;
    const place = placeOf(address, to.path);
    return { ...place, address, credentials: place.origin === address.origin };
  }

  async function locate(api: Api): Promise<Located> {
    const known = addresses[api];
    if (known) return { address: known };
    if (!options.registry || api === 'platform') return { error: notConfigured(api) };
    const { registry } = options;
    discovery ??= load()
      .then((ready) => discoverRegistry(registry, getter(ready)))
      .catch((error: unknown) => ({ error: explainFailure(error, registry.origin) }));
    const located = await discovery;
    if ('error' in located) {
      discovery = undefined;
    } else {
      addresses.registry = located.address;
      for (const { origin } of located.address.mounts)
        if (origin !== registry.origin) hosts.allow(origin, 'registry');
    }
    return located;
  }

  function getter(ready: Agent): Get {
    return ({ origin, pathname, search }, headers, sink) => {
      const passage = new Passage(sink);
      const path = pathname + search;
      passage.goesTo({ origin, path, address: undefined });
      ready.dispatch({ origin, path, method: 'GET', headers: [...headers] }, passage);
      return passage;
    };
  }

  async function load(): Promise<Agent> {
    if (closed) throw Object.assign(new Error('closed'), { code: 'UND_ERR_CLOSED' });
    loading ??= import('undici').then(
      (undici) =>
        (agent = new undici.Agent({
          connect: guardedConnector(undici.buildConnector, hosts, timeouts.connect),
          connections: connectionsPerOrigin,
          headersTimeout: timeouts.head,
          bodyTimeout: timeouts.body,
        })),
    );
    return loading;
  }
}

function httpOrigin(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

function notConfigured(api: Api): UpstreamError {
  return upstreamError('not-configured', '', `No upstream ${api} is configured. Name it with --${api} URL.`);
}

function unusable(to: Destination): UpstreamError {
  return upstreamError(
    'request',
    '',
    to.api === undefined
      ? 'The archive that the registry named is not an http or https URL, so it cannot be fetched here.'
      : 'The request cannot be passed on: its path does not begin with a slash. Check what the client sends.',
  );
}
