import type { Dispatcher } from 'undici';
import type { Place, UpstreamAddress } from '../api/upstream-address.js';
import { forwardResponseHeaders } from '../exchange/forward-headers.js';
import type { UpstreamCall, UpstreamError, UpstreamSink } from '../session/upstream.js';
import { explainFailure } from './upstream-error.js';

/** What was asked, for the head of the answer and for messages. */
export interface Asked extends Place {
  readonly address: UpstreamAddress | undefined;
}

/** One request under way: hands what undici reads to the sink, which sees nothing more after its end, failure or abort. */
export class Passage implements Dispatcher.DispatchHandler, UpstreamCall {
  readonly #sink: UpstreamSink;
  #asked: Asked | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #received: number | undefined;
  #over = false;

  constructor(sink: UpstreamSink) {
    this.#sink = sink;
  }

  /** Whether the sink wants nothing more. */
  get over(): boolean {
    return this.#over;
  }

  /** To be called before it is dispatched. */
  goesTo(asked: Asked): void {
    this.#asked = asked;
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    if (this.#over) return;
    this.#over = true;
    this.#controller?.abort(new Error('given up'));
  }

  fail(error: UpstreamError): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.fail(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || !this.#asked) return;
    const { origin, path, address } = this.#asked;
    const headers = forwardResponseHeaders(textOf(controller.rawHeaders as readonly Buffer[]));
    this.#received = 0;
    this.#sink.head({ status, headers, url: origin + path, address });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received = (this.#received ?? 0) + chunk.length;
    if (!this.#over && !this.#sink.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.end();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(explainFailure(error, this.#asked?.origin ?? '', this.#received));
  }
}

/** Header bytes are Latin-1 on the wire, whatever they mean. */
function textOf(raw: readonly Buffer[]): string[] {
  return raw.map((bytes) => bytes.toString('latin1'));
}
