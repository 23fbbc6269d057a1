import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { errorResponse } from '../api/errors.js';
import { apiOfPath, findRoute } from '../api/route.js';
import type { Need } from '../emulator/call.js';
import { refusalHeaders } from '../exchange/refusal-codes.js';
import type { WireRequest } from '../exchange/request.js';
import type { WireResponse } from '../exchange/response.js';
import { decide, mark } from '../modes/decide.js';
import { sourcesOf } from '../modes/modes.js';
import { refuse } from '../modes/refusal.js';
import type { Answer, Decision, Fault, Forwarding, Turn, Unready } from '../modes/turn.js';
import type { Written } from '../session/journal.js';
import type { Session } from '../session/session.js';
import { type Choice, chooseSession, mainSession, sessionName } from './choose-session.js';
import { BrokenConnection, callLine } from './faults/call-line.js';
import { performFault } from './faults/perform-fault.js';
import { socketLine } from './faults/socket-line.js';
import type { Forwarder } from './forward/forwarder.js';
import type { HostGuard } from './guard.js';
import { ClientGone, type Incoming } from './incoming.js';
import { bodyBytes, type OpenFile, perform } from './perform.js';
import type { Roster } from './roster.js';
import { TooManySessions } from './too-many-sessions.js';
import { sourceText } from './source-text.js';
import { writeDown } from './write-down.js';

/** What the door needs to do its work. */
export interface DoorSetup {
  readonly roster: Roster;
  readonly hosts: HostGuard;
  /** Passes requests on to the real backend; undefined where there is none. */
  readonly forwarder: Forwarder | undefined;
  /** Reads from outside what the emulator asked for. */
  readonly prepare: (need: Need) => Promise<void>;
  /** Largest request body in bytes. */
  readonly bodyLimit: number;
  /** Milliseconds of a clock that only measures. */
  readonly stopwatch: () => number;
  readonly openFile: OpenFile;
  /** Whether every answer says in a header where it came from. */
  readonly explain: boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  /** Told of every request once it is answered. */
  readonly log: (session: Session, entry: Written) => void;
  /** Told of a failure of restage itself. */
  readonly warn: (message: string) => void;
}

/** One request at the door: what came in, and as what it is written down. */
interface Visit {
  readonly incoming: Incoming;
  readonly choice: Choice;
  readonly began: number;
  /** Once there is one. */
  turn: Turn | undefined;
  entry: Written | undefined;
}

/**
 * One request from the wire to its answer: find the session, make it data, ask the sources, write it down, keep what
 * changed, send. Stays synchronous as long as nothing has to be waited for.
 */
export class Door {
  readonly #setup: DoorSetup;

  constructor(setup: DoorSetup) {
    this.#setup = setup;
  }

  /** Answers a request and sends the answer. */
  respond(incoming: Incoming, portOwner?: string): Response | Promise<Response> {
    const visit: Visit = {
      incoming,
      choice: chooseSession(incoming.target, incoming.headers, portOwner),
      began: this.#setup.stopwatch(),
      turn: undefined,
      entry: undefined,
    };
    try {
      const response = this.#admit(visit);
      return response instanceof Promise ? response.catch((error) => this.#fail(visit, error)) : response;
    } catch (error) {
      return this.#fail(visit, error);
    }
  }

  /** Turns away what must not come in, and finds the session of what may. */
  #admit(visit: Visit): Response | Promise<Response> {
    const { incoming, choice } = visit;
    const { roster, hosts } = this.#setup;
    const foreign = hosts(incoming.headers['host']);
    if (foreign !== undefined) return this.#reject(visit, 403, 'forbidden', foreign);
    const session = roster.at(choice.session);
    if (!session && !sessionName.test(choice.session)) {
      const why = `${JSON.stringify(choice.session.slice(0, 80))} cannot be a session's name: use 1 to 64 letters, digits, dots, dashes or underscores`;
      return this.#reject(visit, 400, 'bad request', why);
    }
    if (session && !incoming.hasBody) return this.#answer(visit, session, undefined);
    return this.#admitLater(visit);
  }

  async #admitLater(visit: Visit): Promise<Response> {
    const { incoming, choice } = visit;
    const { roster, bodyLimit } = this.#setup;
    const read = incoming.hasBody ? await incoming.readBody(bodyLimit) : undefined;
    const session = roster.at(choice.session) ?? (await roster.open(choice.session));
    if (!read) return this.#answer(visit, session, undefined);
    if ('whole' in read) return this.#answer(visit, session, read.whole);
    if (session.forwards) return this.#answer(visit, session, undefined, read.pieces);
    const why = `the body is larger than ${bodyLimit} bytes`;
    return this.#rejectIn(session, visit, 413, 'payload too large', why);
  }

  /** @param stream the body, where it is too large to be read and may only be passed on */
  #answer(
    visit: Visit,
    session: Session,
    body: Uint8Array | undefined,
    stream?: AsyncIterable<Uint8Array>,
  ): Response | Promise<Response> {
    const turn = (visit.turn = turnOf(visit, session, body));
    const decision = decide(turn, sourcesOf(session));
    if (decision.kind === 'answer') return this.#keep(visit, turn, decision);
    return holding(session, this.#settle(visit, turn, decision, stream));
  }

  /** Gets what a decision waits for, as often as it takes. */
  async #settle(
    visit: Visit,
    turn: Turn,
    first: Unready | Forwarding,
    stream: AsyncIterable<Uint8Array> | undefined,
  ): Promise<Response> {
    for (let decision: Decision = first; ; decision = decide(turn, sourcesOf(turn.session))) {
      if (decision.kind === 'answer') return this.#keep(visit, turn, decision);
      if (decision.kind === 'forward') return this.#forward(visit, turn, decision, stream);
      await this.#setup.prepare(decision.need);
    }
  }

  /** Passes a request on. Its answer goes by as it comes, unless something is to change it. */
  async #forward(
    visit: Visit,
    turn: Turn,
    { to }: Forwarding,
    stream: AsyncIterable<Uint8Array> | undefined,
  ): Promise<Response> {
    const { incoming } = visit;
    const { forwarder, explain } = this.#setup;
    if (!forwarder) return this.#keep(visit, turn, refuse(turn));
    const hold = Boolean(turn.taken) || turn.rate !== undefined;
    const ended = (status: number | null, why?: string): void => {
      visit.entry = writeDown(turn, { source: 'upstream', why, response: { status } }, 0);
      this.#log(visit, turn.session);
    };
    const headers = explain && !hold ? ['restage-source', sourceText({ source: 'upstream' })] : [];
    const passed = await forwarder.pass({ turn, to, incoming, stream, hold, headers, ended });
    if ('response' in passed) return passed.response;
    if ('answer' in passed) return this.#keep(visit, turn, mark(turn, passed.answer));
    if ('torn' in passed) {
      ended(null, 'the upstream broke off in the middle of its answer');
      if (!incoming.wire) throw new BrokenConnection('the upstream broke off in the middle of its answer');
      incoming.wire.response.destroy();
    }
    return RESPONSE_ALREADY_SENT;
  }

  /** Writes down what was decided, and keeps what it changed before anybody hears of it. */
  #keep(visit: Visit, turn: Turn, answer: Answer): Response | Promise<Response> {
    const { session } = turn;
    const { roster, stopwatch } = this.#setup;
    visit.entry = writeDown(turn, answer, stopwatch() - visit.began);
    if (!session.ledger.mustWrite) return this.#send(visit, session, answer);
    return holding(
      session,
      roster.commit(session).then(() => this.#send(visit, session, answer)),
    );
  }

  #send(visit: Visit, session: Session, answer: Answer): Response | Promise<Response> {
    const { incoming } = visit;
    const { openFile } = this.#setup;
    const response = this.#headed(answer, session);
    if (answer.fault) return holding(session, this.#spoil(visit, session, response, answer.fault));
    this.#log(visit, session);
    return perform(response, incoming, openFile);
  }

  async #spoil(visit: Visit, session: Session, response: WireResponse, fault: Fault): Promise<Response> {
    const { incoming } = visit;
    const { openFile, stopping } = this.#setup;
    try {
      return await performFault(fault, response, {
        line: incoming.wire ? socketLine(incoming.wire, stopping) : callLine(incoming.signal, stopping),
        clock: session.clock,
        head: incoming.method === 'HEAD',
        bytes: () => bodyBytes(response, openFile),
        send: (left) => perform(left, incoming, openFile),
      });
    } finally {
      this.#log(visit, session);
    }
  }

  /** Tells how long it took, once the answer has gone out as far as it shall. */
  #log({ entry, began }: Visit, session: Session): void {
    const { stopwatch, log } = this.#setup;
    if (!entry) return;
    entry.ms = stopwatch() - began;
    log(session, entry);
  }

  #headed(answer: Answer, session: Session): WireResponse {
    const { status, headers, body } = answer.response;
    const id = headers['x-request-id'] ?? session.nextRequestId();
    // a new name before the spread, not after it: four times as fast
    const headed = { 'x-request-id': id, ...headers };
    if (!this.#setup.explain) return { status, headers: headed, body };
    return { status, headers: { ...headed, 'restage-source': sourceText(answer) }, body };
  }

  /** A request that is turned away goes into the journal of the session that it named, if there is one at hand. */
  #reject(visit: Visit, status: number, title: string, why: string): Response | Promise<Response> {
    const { roster } = this.#setup;
    const session = roster.at(visit.choice.session) ?? roster.at(mainSession);
    if (session) return this.#rejectIn(session, visit, status, title, why);
    return roster.open(mainSession).then((main) => this.#rejectIn(main, visit, status, title, why));
  }

  #rejectIn(
    session: Session,
    visit: Visit,
    status: number,
    title: string,
    why: string,
  ): Response | Promise<Response> {
    const turn = (visit.turn = turnOf(visit, session, undefined));
    const api = apiOfPath(turn.request.path) ?? 'registry';
    const headers = { ...refusalHeaders('rejected'), ...(visit.incoming.hasBody && { connection: 'close' }) };
    const response = errorResponse(api, { status, title, detail: why }, headers);
    return this.#keep(visit, turn, { kind: 'answer', source: 'refused', outcome: 'rejected', why, response });
  }

  /** restage itself failed. The client learns that in the shape of the API it asked, and a person reads more. */
  #fail(visit: Visit, error: unknown): Response | Promise<Response> {
    const { incoming, choice, turn, entry, began } = visit;
    const { openFile, stopwatch, warn, explain } = this.#setup;
    if (isForCaller(error, incoming)) throw error;
    if (error instanceof TooManySessions) {
      return this.#reject(visit, 503, 'service unavailable', error.message);
    }
    if (error instanceof ClientGone || incoming.wire?.response.headersSent === true) {
      incoming.wire?.response.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    const why = error instanceof Error ? error.message : String(error);
    warn(`${incoming.method} ${choice.path.slice(0, 200)} could not be answered: ${why}`);
    const headers = { ...refusalHeaders('failed'), ...(explain && { 'restage-source': 'refused' }) };
    const response = errorResponse(
      apiOfPath(choice.path) ?? 'registry',
      { status: 500, title: 'restage failed', detail: why },
      headers,
    );
    if (entry) Object.assign(entry, { status: 500, outcome: 'refused', why });
    else if (turn) {
      const answer: Answer = { kind: 'answer', source: 'refused', why, response };
      visit.entry = writeDown(turn, answer, stopwatch() - began);
    }
    if (turn) this.#log(visit, turn.session);
    return perform(response, incoming, openFile);
  }
}

/** Whether a caller in this process is to see an error as it is: a broken connection, or that they gave up. */
function isForCaller(error: unknown, { wire, signal }: Incoming): boolean {
  return (
    !wire && (error instanceof BrokenConnection || (signal?.aborted === true && error === signal.reason))
  );
}

function turnOf({ incoming, choice }: Visit, session: Session, body: Uint8Array | undefined): Turn {
  const { prefix, home } = choice;
  const request: WireRequest = {
    method: incoming.method,
    path: choice.path,
    query: choice.query,
    headers: incoming.headers,
    body,
    client: incoming.client,
    base: { origin: incoming.origin, prefix, home },
  };
  return { session, request, route: findRoute(request.method, request.path), caller: choice.caller };
}

/** While something of a session is under way it must not be put away. */
function holding(session: Session, under: Promise<Response>): Promise<Response> {
  session.busy++;
  return under.finally(() => {
    session.busy--;
  });
}
