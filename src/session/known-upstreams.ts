import type { Api } from '../api/operations.js';
import type { UpstreamAddress } from '../api/upstream-address.js';
import type { Base } from '../exchange/request.js';
import { linksFor, type ReplaceOrigins, symbolsFor, type Upstreams } from '../fixtures/origins.js';

const mostBases = 100;

/** What is known of where the upstreams lie, and the ways to replace their addresses that follow from it. */
export class KnownUpstreams {
  #addresses: Upstreams = {};
  #symbols: ReplaceOrigins = (text) => text;
  readonly #links = new Map<string, ReplaceOrigins>();

  get addresses(): Upstreams {
    return this.#addresses;
  }

  /** Takes down where an upstream lies. */
  learn(api: Api, address: UpstreamAddress): void {
    if (this.#addresses[api] === address) return;
    this.#addresses = { ...this.#addresses, [api]: address };
    this.#symbols = symbolsFor(this.#addresses);
    this.#links.clear();
  }

  /** Puts symbols in place of addresses, for recordings. */
  symbolsIn(text: string): string {
    return this.#symbols(text);
  }

  /** What leads addresses to us, as a client called us. */
  linksTo(base: Base): ReplaceOrigins {
    const address = base.origin + base.prefix;
    let links = this.#links.get(address);
    if (!links) {
      if (this.#links.size >= mostBases) this.#links.clear();
      this.#links.set(address, (links = linksFor(this.#addresses, base)));
    }
    return links;
  }
}
