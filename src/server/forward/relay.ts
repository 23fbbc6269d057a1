import { longestText } from '../../fixtures/fixture.js';
import type { Taking } from '../../session/recorder.js';
import type { UpstreamCall, UpstreamError, UpstreamHead, UpstreamSink } from '../../session/upstream.js';
import type { Outlet } from './outlet.js';
import { headerOf, rewriteBody, rewriteHeaders, type Rewriting } from './rewriting.js';

/** What is told of an answer that passes. Of the three that end it, one is told once. */
export interface RelayEvents {
  /** It is about to be complete, or broke off after its head was sent; `why` then. */
  answered(status: number, why?: string): void;
  /** There is nothing of it that was sent, so something else may be. */
  failed(error: UpstreamError): void;
  /** The client went away; `status` when it had got a head. */
  left(status: number | undefined): void;
}

/** Begins a call whose answer goes to the sink. */
export type Begin = (sink: UpstreamSink) => UpstreamCall;

const textual =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded)|image\/svg)/i;

/**
 * Passes one answer on to the client and to whoever takes it down, as fast as the slower of them takes it. Texts that
 * may hold addresses of upstreams are held until they are whole; a larger one goes on as it is.
 */
export class Relay implements UpstreamSink {
  readonly #method: string;
  readonly #rewriting: Rewriting;
  readonly #outlet: Outlet;
  readonly #taking: Taking | undefined;
  readonly #events: RelayEvents;
  #call: UpstreamCall | undefined;
  #head: UpstreamHead | undefined;
  #headers: string[] = [];
  #held: Uint8Array[] | undefined;
  #size = 0;
  #sent = false;
  #over = false;
  #full = { outlet: false, taking: false };

  constructor(rewriting: Rewriting, outlet: Outlet, taking: Taking | undefined, events: RelayEvents) {
    this.#method = rewriting.request.method;
    this.#rewriting = rewriting;
    this.#outlet = outlet;
    this.#taking = taking;
    this.#events = events;
  }

  begin(begin: Begin): void {
    if (!this.#over) this.#call = begin(this);
  }

  head(received: UpstreamHead): void {
    const head = this.#rewriting.relocate?.(received) ?? received;
    this.#head = head;
    this.#taking?.head(head);
    this.#headers = rewriteHeaders(head, this.#rewriting);
    if (this.#method !== 'HEAD' && mayBeText(head)) this.#held = [];
    else this.#sendHead(head);
  }

  data(chunk: Uint8Array): boolean {
    if (this.#taking?.write(chunk) === false) this.#full.taking = true;
    this.#size += chunk.length;
    if (!this.#held) this.#write(chunk);
    else if (this.#held.push(chunk) > 0 && this.#size > longestText) this.#letGo(this.#held);
    return !this.#full.outlet && !this.#full.taking;
  }

  end(): void {
    const head = this.#head;
    if (!head || this.#over) return;
    this.#over = true;
    this.#events.answered(head.status);
    if (!this.#held) return this.#outlet.end();
    if (this.#size === 0) return this.#outlet.whole(head.status, this.#headers, null);
    const [only] = this.#held;
    const body = only && this.#held.length === 1 ? only : Buffer.concat(this.#held, this.#size);
    const rewritten = rewriteBody(body, this.#headers, head, this.#rewriting);
    this.#outlet.whole(head.status, rewritten.headers, rewritten.body);
  }

  fail(error: UpstreamError): void {
    if (this.#over) return;
    this.#over = true;
    this.#taking?.drop();
    if (!this.#sent || !this.#head) return this.#events.failed(error);
    this.#events.answered(this.#head.status, error.message);
    this.#outlet.tear();
  }

  /** The client has all of it. */
  delivered(): void {
    this.#taking?.keep();
  }

  /** The client went away. */
  gone(): void {
    this.#taking?.drop();
    if (this.#over) return;
    this.#over = true;
    this.#call?.abort();
    this.#events.left(this.#sent ? this.#head?.status : undefined);
  }

  /** One of those who take the answer wants more of it. */
  drained(which: 'outlet' | 'taking'): void {
    if (!this.#full[which]) return;
    this.#full[which] = false;
    if (!this.#full.outlet && !this.#full.taking) this.#call?.resume();
  }

  #sendHead({ status }: UpstreamHead): void {
    this.#outlet.head(status, this.#headers);
    this.#sent = true;
  }

  #letGo(held: readonly Uint8Array[]): void {
    this.#held = undefined;
    if (this.#head) this.#sendHead(this.#head);
    for (const chunk of held) this.#write(chunk);
  }

  #write(chunk: Uint8Array): void {
    if (!this.#outlet.write(chunk)) this.#full.outlet = true;
  }
}

function mayBeText({ headers }: UpstreamHead): boolean {
  if (Number(headerOf(headers, 'content-length') ?? 0) > longestText) return false;
  return textual.test(headerOf(headers, 'content-type') ?? '');
}
