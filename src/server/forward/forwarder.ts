import type { Api } from '../../api/operations.js';
import { upstreamAuthorization } from '../../exchange/forward-headers.js';
import { refuse } from '../../modes/refusal.js';
import type { Answer, Forwarding, Turn } from '../../modes/turn.js';
import type { Archives, GitArchives } from '../../session/archives.js';
import type { KnownUpstreams } from '../../session/known-upstreams.js';
import type { Recorder } from '../../session/recorder.js';
import type { Upstream, UpstreamError, UpstreamSink } from '../../session/upstream.js';
import type { Incoming } from '../incoming.js';
import { callOutlet } from './call-outlet.js';
import type { Outlet, OutletEvents } from './outlet.js';
import { Relay } from './relay.js';
import { plainBody } from './plain-body.js';
import { relocateArchives } from './relocate.js';
import type { Decode, Rewriting } from './rewriting.js';
import { socketOutlet } from './socket-outlet.js';
import { wholeOutlet } from './whole-outlet.js';

/** What passing requests on takes. */
export interface ForwarderSetup {
  readonly upstream: Upstream;
  /** The APIs that have an upstream. */
  readonly apis: readonly Api[];
  readonly known: KnownUpstreams;
  readonly archives: Archives;
  /** Keeps what passes; undefined keeps nothing. */
  readonly recorder: Recorder | undefined;
  readonly git: GitArchives;
  readonly decode: Decode;
}

/** One request to be passed on. */
export interface Passing {
  readonly turn: Turn;
  readonly to: Forwarding['to'];
  readonly incoming: Incoming;
  /** The body, when it is too large to have been read. */
  readonly stream: AsyncIterable<Uint8Array> | undefined;
  /** Whether the answer is held until it is whole, because something is to change it. */
  readonly hold: boolean;
  /** Name and value pairs to be added to the answer's headers. */
  readonly headers: readonly string[];
  /** Told once, when the client has or soon will have the answer's end, or when there will be none; `why` then. */
  readonly ended: (status: number | null, why?: string) => void;
}

/** What became of it. */
export type Passed =
  /** The client has it, on its connection. */
  | { readonly sent: true }
  | { readonly response: Response }
  /** This is to be sent: a held answer, or the refusal that there is none. */
  | { readonly answer: Answer }
  /** The upstream broke off in the middle of an answer that was held. */
  | { readonly torn: true };

/** Passes requests on to the real backend and its answers back, and has them kept. */
export class Forwarder {
  readonly #setup: ForwarderSetup;
  #locating: Promise<void> | undefined;

  constructor(setup: ForwarderSetup) {
    this.#setup = setup;
  }

  async pass(passing: Passing): Promise<Passed> {
    await (this.#locating ??= this.#locate());
    return new Promise((resolve) => this.#begin(passing, resolve));
  }

  #begin(
    { turn, to, incoming, stream, hold, headers: added, ended }: Passing,
    resolve: (passed: Passed) => void,
  ): void {
    const { recorder, upstream, git } = this.#setup;
    const { request, session } = turn;
    const sent = (): void => resolve({ sent: true });
    const events: OutletEvents = {
      drained: () => relay.drained('outlet'),
      delivered: () => {
        relay.delivered();
        sent();
      },
      gone: () => {
        relay.gone();
        sent();
      },
    };
    const taking = stream
      ? void recorder?.skip(request, 'its body is too large to be compared')
      : recorder?.begin(request, session.cursor, () => relay.drained('taking'));
    const relay = new Relay(
      this.#rewriting(turn, added),
      this.#outlet(turn, incoming, hold, events, resolve),
      taking,
      {
        answered: (status, why) => {
          if (!hold) ended(status, why);
          if (why !== undefined && !hold) sent();
        },
        failed: (error) => resolve({ answer: unreachable(turn, error) }),
        left: (status) => {
          ended(status ?? null, 'the client went away before it had the whole answer');
        },
      },
    );
    relay.begin((sink) => {
      if ('git' in to) return git.forward(to.git, sink);
      const { method, headers } = request;
      const authorization = upstreamAuthorization(headers['authorization']);
      const conditional = recorder ? 'drop' : 'pass';
      const body = stream ?? request.body;
      return upstream.forward(
        { to, method, headers: incoming.rawHeaders, authorization, body, conditional },
        this.#learning(to.api, sink),
      );
    });
  }

  #outlet(
    turn: Turn,
    { wire, signal }: Incoming,
    hold: boolean,
    events: OutletEvents,
    resolve: (passed: Passed) => void,
  ): Outlet {
    if (!hold) {
      if (wire) return socketOutlet(wire.response, events);
      return callOutlet(signal, (response) => resolve({ response }), events);
    }
    return wholeOutlet((held) => {
      if ('torn' in held) return resolve(held);
      if ('tooLarge' in held) return resolve({ answer: tooLarge(turn) });
      const response = changesBody(turn) ? plainBody(held.response, this.#setup.decode) : held.response;
      resolve({ answer: { kind: 'answer', source: 'upstream', response } });
    }, events);
  }

  #rewriting({ request }: Turn, added: readonly string[]): Rewriting {
    const { known, decode, recorder, archives, git, upstream } = this.#setup;
    const { base } = request;
    const { origin, prefix, home = prefix } = base;
    return {
      request,
      get replace() {
        return known.linksTo(base);
      },
      get replaceHome() {
        return known.linksTo({ origin, prefix: home });
      },
      decode,
      added,
      relocate:
        recorder &&
        ((head) =>
          relocateArchives(head, {
            request,
            upstreams: known.addresses,
            archives,
            gitSource: (source) => git.read(source),
            allow: (url) => upstream.allowArchive(url, 'registry'),
          })),
    };
  }

  /** Where an upstream lies is known at the latest with its first answer. */
  #learning(api: Api | undefined, sink: UpstreamSink): UpstreamSink {
    if (api === undefined || this.#setup.known.addresses[api]) return sink;
    return {
      head: (head) => {
        if (head.address) this.#setup.known.learn(api, head.address);
        sink.head(head);
      },
      data: (chunk) => sink.data(chunk),
      end: () => sink.end(),
      fail: (error) => sink.fail(error),
    };
  }

  /** An answer of one upstream may name the other, so both are looked up before the first request. */
  async #locate(): Promise<void> {
    const { upstream, apis, known } = this.#setup;
    await Promise.all(
      apis.map(async (api) => {
        const located = await upstream.address(api);
        if ('address' in located) known.learn(api, located.address);
      }),
    );
  }
}

function unreachable(turn: Turn, { status, message }: UpstreamError): Answer {
  const title = status === 504 ? 'gateway timeout' : 'bad gateway';
  return refuse(turn, { code: 'upstream', why: message, status, title });
}

/** Whether a step is to change what the body of an answer says. */
function changesBody({ taken }: Turn): boolean {
  return taken ? taken.step.patch.length > 0 || taken.fault?.garble === true : false;
}

function tooLarge(turn: Turn): Answer {
  const why =
    'The answer of the upstream is too large to be changed by a step. Narrow the step, or leave the answer as it is.';
  return refuse(turn, { code: 'upstream', why, status: 502, title: 'bad gateway' });
}
