import { errorResponse } from '../api/errors.js';
import { apiOfPath, findRoute } from '../api/route.js';
import { hashHex } from '../exchange/hash.js';
import type { WireRequest } from '../exchange/request.js';
import { type WireResponse, withHeaders } from '../exchange/response.js';
import type { Need } from '../emulator/call.js';
import { decide } from '../modes/decide.js';
import { sourcesOf } from '../modes/modes.js';
import { refusalHeader } from '../modes/refusal.js';
import type { Answer, Fault, Turn } from '../modes/turn.js';
import type { Written } from '../session/journal.js';
import type { Session } from '../session/session.js';
import { type Choice, chooseSession, sessionName } from './choose-session.js';
import type { HostGuard } from './guard.js';
import type { Incoming } from './incoming.js';
import { performFault } from './faults/perform-fault.js';
import { bodyBytes, type OpenFile, perform } from './perform.js';
import type { Roster } from './roster.js';

/** What the door needs to do its work. */
export interface DoorSetup {
  readonly roster: Roster;
  readonly hosts: HostGuard;
  /** Reads from outside what the emulator asked for. */
  readonly prepare: (need: Need) => Promise<void>;
  /** Largest request body in bytes. */
  readonly bodyLimit: number;
  /** Milliseconds of a clock that only measures. */
  readonly stopwatch: () => number;
  readonly openFile: OpenFile;
  /** Whether answers go to the socket without a global `Response` in between; see {@link perform}. */
  readonly direct: boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  /** Told of every request once it is answered. */
  readonly log: ((session: string, entry: Written) => void) | undefined;
  /** Told of a failure of restage itself. */
  readonly warn: (message: string) => void;
}

/** What was decided and kept, ready to be sent. */
interface Outcome {
  readonly response: WireResponse;
  readonly faulty?: {
    readonly fault: Fault;
    readonly session: Session;
    readonly entry: Written;
    readonly began: number;
  };
}

/**
 * One request from the wire to its answer: find the session, make it data, ask the sources, keep what changed, write
 * it down. Stays synchronous as long as nothing has to be waited for.
 */
export class Door {
  readonly #setup: DoorSetup;

  constructor(setup: DoorSetup) {
    this.#setup = setup;
  }

  /** Answers a request and sends the answer. */
  respond(incoming: Incoming, portOwner?: string): Response | Promise<Response> {
    try {
      const outcome = this.#handle(incoming, portOwner);
      if (!(outcome instanceof Promise)) return this.#perform(outcome, incoming);
      return outcome.then(
        (settled) => this.#perform(settled, incoming),
        (error: unknown) => this.#perform({ response: this.#fail(incoming, error) }, incoming),
      );
    } catch (error) {
      return this.#perform({ response: this.#fail(incoming, error) }, incoming);
    }
  }

  #perform({ response, faulty }: Outcome, incoming: Incoming): Response | Promise<Response> {
    const { openFile, stopwatch, direct, stopping, log } = this.#setup;
    if (!faulty) return perform(response, incoming, openFile, direct);
    const { fault, session, entry, began } = faulty;
    return performFault(
      fault,
      response,
      incoming,
      session.clock,
      () => bodyBytes(response, openFile),
      (left) => perform(left, incoming, openFile, direct),
      stopping,
    ).finally(() => {
      entry.ms = stopwatch() - began;
      log?.(session.name, entry);
    });
  }

  /** restage itself failed. The client learns that in the shape of the API it asked, and a person reads more. */
  #fail(incoming: Incoming, error: unknown): WireResponse {
    const detail = error instanceof Error ? error.message : String(error);
    this.#setup.warn(
      `${incoming.method} ${incoming.target.split('?')[0]?.slice(0, 200)} could not be answered: ${detail}`,
    );
    const api = apiOfPath(incoming.target) ?? 'registry';
    return errorResponse(
      api,
      { status: 500, title: 'restage failed', detail },
      { [refusalHeader]: 'failed' },
    );
  }

  #handle(incoming: Incoming, portOwner?: string): Outcome | Promise<Outcome> {
    const choice = chooseSession(incoming.target, incoming.headers, portOwner);
    const { roster, hosts, bodyLimit } = this.#setup;
    const foreign = hosts(incoming.headers['host']);
    if (foreign !== undefined) return reject(choice, 403, 'forbidden', foreign);
    if (!sessionName.test(choice.session)) {
      const why = `${JSON.stringify(choice.session.slice(0, 80))} cannot be a session's name: use 1 to 64 letters, digits, dots, dashes or underscores`;
      return reject(choice, 400, 'bad request', why);
    }
    const session = roster.at(choice.session);
    if (session && !incoming.hasBody) return this.#answer(session, incoming, choice, undefined);
    return (async () => {
      const body = incoming.hasBody ? await incoming.readBody(bodyLimit) : undefined;
      if (incoming.hasBody && body === undefined) {
        const why = `the body is larger than ${bodyLimit} bytes`;
        return reject(choice, 413, 'payload too large', why);
      }
      return this.#answer(session ?? (await roster.open(choice.session)), incoming, choice, body);
    })();
  }

  #answer(
    session: Session,
    incoming: Incoming,
    choice: Choice,
    body: Uint8Array | undefined,
  ): Outcome | Promise<Outcome> {
    const began = this.#setup.stopwatch();
    const request: WireRequest = {
      method: incoming.method,
      path: choice.path,
      query: choice.query,
      headers: incoming.headers,
      body,
      client: incoming.client,
      base: { origin: incoming.origin, prefix: choice.prefix },
    };
    const turn: Turn = {
      session,
      request,
      route: findRoute(request.method, request.path),
      caller: choice.caller,
    };
    const decision = decide(turn, sourcesOf(turn.session));
    if (decision.kind === 'need') return this.#prepareAndAnswer(decision.need, turn, began);
    return this.#finish(turn, decision, began);
  }

  async #prepareAndAnswer(first: Need, turn: Turn, began: number): Promise<Outcome> {
    for (let need = first; ;) {
      await this.#setup.prepare(need);
      const decision = decide(turn, sourcesOf(turn.session));
      if (decision.kind === 'answer') return this.#finish(turn, decision, began);
      need = decision.need;
    }
  }

  #finish(turn: Turn, answer: Answer, began: number): Outcome | Promise<Outcome> {
    const { session } = turn;
    const { fault } = answer;
    const response = withHeaders(answer.response, { 'x-request-id': requestId(session) });
    const finish = (): Outcome => {
      const entry = writeDown(turn, answer, this.#setup.stopwatch() - began);
      if (fault) return { response, faulty: { fault, session, entry, began } };
      this.#setup.log?.(session.name, entry);
      return { response };
    };
    return session.ledger.mustWrite ? this.#setup.roster.commit(session).then(finish) : finish();
  }
}

/** Writes a request and what became of it into the session's journal. */
function writeDown({ session, request, route, note }: Turn, answer: Answer, ms: number): Written {
  const { source, fault, file, step, why, near } = answer;
  const operation = route?.operation.name ?? null;
  const status = fault && (fault.hang || fault.reset || fault.close) ? null : answer.response.status;
  session.tally.count(operation, status, source);
  return session.journal.write({
    at: session.clock.now(),
    request,
    operation,
    params: route?.params ?? {},
    status,
    source,
    outcome: source === 'refused' ? 'refused' : fault ? 'faulted' : 'answered',
    ms,
    file,
    step,
    why,
    near,
    note,
  });
}

function reject(choice: Choice, status: number, title: string, detail: string): Outcome {
  return { response: errorResponse(apiOfPath(choice.path) ?? 'registry', { status, title, detail }) };
}

/** A UUID that the session's seed and the number of the request decide. */
function requestId(session: Session): string {
  const head = hashHex(`${session.name} ${session.seed}`);
  const tail = session.nextRequest().toString(16).padStart(12, '0');
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-4${head.slice(13, 16)}-8${head.slice(9, 12)}-${tail}`;
}
