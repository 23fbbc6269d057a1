import { deserialize, serialize } from 'node:v8';
import type { UpstreamAddress } from '../api/upstream-address.js';
import type { WireRequest } from '../exchange/request.js';
import type { Seen } from '../fixtures/fixture.js';
import type { UpstreamHead } from '../session/upstream.js';
import type { Spooled } from './spool.js';

/** An exchange that is over and waits to be kept. */
export interface Waiting {
  readonly request: WireRequest;
  /** The text of its key. */
  readonly key: string;
  readonly head: UpstreamHead;
  readonly seen: Seen;
  /** In memory, or where it lies once it is written out. */
  readonly body: Uint8Array | Promise<Spooled>;
}

/** Turns exchanges into bytes and back. What cannot be bytes stays here, and a number stands for it. */
export class Packing {
  readonly #addresses: (UpstreamAddress | undefined)[] = [];
  readonly #whole = new Map<number, Waiting>();
  #count = 0;

  pack(waiting: Waiting): Buffer {
    if (!(waiting.body instanceof Uint8Array)) {
      this.#whole.set(++this.#count, waiting);
      return serialize(this.#count);
    }
    const { address, ...head } = waiting.head;
    if (!this.#addresses.includes(address)) this.#addresses.push(address);
    return serialize({ ...waiting, head, address: this.#addresses.indexOf(address) });
  }

  unpack(packed: Buffer): Waiting {
    const read = deserialize(packed) as number | (Waiting & { readonly address: number });
    if (typeof read !== 'number') {
      const { address, head, ...waiting } = read;
      return { ...waiting, head: { ...head, address: this.#addresses[address] } };
    }
    const waiting = this.#whole.get(read);
    if (!waiting) throw new Error('what waited to be kept is gone');
    this.#whole.delete(read);
    return waiting;
  }
}
