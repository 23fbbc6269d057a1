/// <reference lib="esnext.disposable" preserve="true" />
import type { Json, JsonObject } from '../exchange/json.js';
import type { JournalEntry, Report } from '../start/types.js';

/** Time as a session tells it. */
export interface StandClock {
  /** Session time. */
  now(): Date;
  /**
   * Moves session time forward and makes every move that falls due on the way; resolves when they are made.
   * @param by a duration such as `250ms`, `2s`, `1.5s`, `10m`, `1h`, `2d`, or milliseconds
   * @returns session time after the move
   * @throws RestageError `bad-call` for what is no duration
   */
  advance(by: string | number): Promise<Date>;
  /**
   * Sets session time and makes every move that falls due until then.
   * @param to a time such as `2026-03-02T09:00:00Z`
   * @returns session time after the move
   * @throws RestageError `bad-call` for what is no time
   */
  set(to: string | Date): Promise<Date>;
}

/** What a verification expects: a step's `on` and `where`, and how often; or several in their order. */
export type Expectation =
  | {
      /** An operation such as `platform.task-stages.show`, or `GET /v1/modules/*`. */
      readonly on: string;
      /** What else the requests must have: `path`, `query`, `header`, `body`, as in a step. */
      readonly where?: JsonObject;
      /** Exactly so many; neither `min` nor `max` beside it. Left out, all three: at least one. */
      readonly count?: number;
      readonly min?: number;
      readonly max?: number;
    }
  | {
      /** Operations, or objects of `on` and `where`, that must have come one after the other; others may lie between. */
      readonly order: readonly (string | JsonObject)[];
    };

/** What a verification found. */
export interface Verified {
  readonly ok: boolean;
  /** How many requests there were; for an order, how many of the expected ones came in it. */
  readonly found: number;
  /** Requests that almost fit, the newest first; empty when all is well. */
  readonly near: readonly JournalEntry[];
}

/** What a new session shall be like; what is left out is the server's. */
export interface SessionWish {
  /** Name of a bundled scenario, a file, or a whole scenario as plain data. */
  readonly scenario?: string | JsonObject;
  /** A whole number from 0 to 4294967295. */
  readonly seed?: number;
}

/** One isolated run of the stand-in: its world, its clock, its journal. */
export interface Stand extends AsyncDisposable {
  /** The session's name. */
  readonly name: string;
  /** Name of the scenario that the session plays. */
  readonly scenario: string;
  /** What chances and made-up ids of the session come from: the scenario's own seed unless another was asked for. */
  readonly seed: number;
  /** Where the session answers, e.g. `http://127.0.0.1:43121/~b`, without a slash at the end. */
  readonly url: string;
  /** Base address of the platform API, ending in `/api/v2`. */
  readonly platform: string;
  /** Base address of the module registry, ending in `/v1/modules/`. */
  readonly registry: string;
  /** Base address of the registry's second version, ending in `/v2/modules/`. */
  readonly registryV2: string;
  /** Address of the control API, ending in `/__restage`. */
  readonly control: string;
  /** With `tls`, the PEM file of the certificate that clients must be given. */
  readonly ca: string | undefined;
  /** The session's own time; it moves with the wall clock unless the scenario is frozen. */
  readonly clock: StandClock;

  /**
   * Answers a request in this process, without a socket. Without an `Authorization` it comes with the session's own
   * token, which sees everything; with an empty one it comes without any.
   * @param input a path such as `/api/v2/ping`, a URL of this stand, or a `Request`
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * A session beside this one, on the same server. One that there is already is opened as it is.
   * @param name 1 to 64 letters, digits, dots, dashes or underscores
   * @throws RestageError `conflict` when there is one of that name and `wish` asks for something; `bad-call` for a
   *   scenario that cannot be played, with a line for each problem
   */
  session(name: string, wish?: SessionWish): Promise<Stand>;
  /** What was asked, what answered and why: the last 1000 requests, oldest first, and what to pass as `after` next time. */
  journal(after?: number): { readonly entries: readonly JournalEntry[]; readonly next: number };
  /** Counts by operation, status and source; refusals; fixtures and steps that nobody used. */
  report(): Report;
  /**
   * Lets every lifecycle that waits for the signal go on.
   * @returns how many there were
   * @throws RestageError `conflict` when there is none
   */
  signal(name: string): number;
  /**
   * Lays a step, as in a scenario file, before the scenario's own.
   * @returns the step's name
   * @throws RestageError `bad-call` with a line for each problem; `conflict` when there is one of that name
   */
  step(step: JsonObject): Promise<string>;
  /** Takes away the steps that were laid. */
  clearSteps(): Promise<void>;
  /**
   * Compares the journal with what is expected; the stand changes nothing and the caller decides what that means.
   * @throws RestageError `bad-call` with a line for each problem
   */
  verify(expected: Expectation): Promise<Verified>;
  /** Plays another scenario from its beginning. */
  play(scenario: string | JsonObject): Promise<void>;
  /** Starts the session again: world, clock, counts, cursors, journal. */
  reset(): Promise<void>;
  /** All that has changed in the session, to be put back by {@link restore}. */
  state(): Promise<Json>;
  /**
   * Puts back what {@link state} gave.
   * @throws RestageError `bad-call` for anything else; `conflict` for the state of another scenario
   */
  restore(state: Json): Promise<void>;
  /**
   * Ends the session; for the first one, the server with all its sessions, once the requests under way are answered.
   * Closing twice does nothing.
   * @throws RestageError `state-unwritten` when state could not be kept; `recording-incomplete` in mode record when an
   *   answer could not be
   */
  close(): Promise<void>;
}
