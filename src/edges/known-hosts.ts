import type { Api } from '../api/operations.js';
import type { Reach } from '../session/upstream.js';
import { reachOfHost, type Resolve } from './reach.js';

/** Named hosts beyond this many push out the oldest: an upstream that names ever new ones must not fill the memory. */
const most = 1000;

/** Who may be contacted: the configured upstreams, and hosts that their answers named. */
export class KnownHosts {
  readonly #configured: Readonly<Record<Api, string | undefined>>;
  /** Origin, and the API on whose upstream it was named. */
  readonly #named = new Map<string, Api>();

  constructor(
    configured: Readonly<Record<Api, string | undefined>>,
    readonly resolve: Resolve,
  ) {
    this.#configured = configured;
  }

  /** Lets an origin be contacted that an answer of this API named. */
  allow(origin: string, namedBy: Api): void {
    this.#named.delete(origin);
    this.#named.set(origin, namedBy);
    const [oldest] = this.#named.keys();
    if (this.#named.size > most && oldest !== undefined) this.#named.delete(oldest);
  }

  /** How near an origin may be: a configured one anywhere, a named one no nearer than who named it; undefined for strangers. */
  async limitOf(origin: string): Promise<Reach | undefined> {
    if (Object.values(this.#configured).includes(origin)) return 'loopback';
    const namedBy = this.#named.get(origin);
    return namedBy && ((await this.reach(namedBy)) ?? 'public');
  }

  /** How far away an upstream is; undefined when it has no address. */
  async reach(api: Api): Promise<Reach | undefined> {
    const origin = this.#configured[api];
    return origin === undefined ? undefined : reachOfHost(new URL(origin).hostname, this.resolve);
  }
}
