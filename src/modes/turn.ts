import type { Route } from '../api/route.js';
import type { Caller, Need } from '../emulator/call.js';
import type { Json, JsonObject } from '../exchange/json.js';
import type { WireRequest } from '../exchange/request.js';
import type { HeaderRecord, WireResponse } from '../exchange/response.js';
import type { Miss } from '../fixtures/miss.js';
import type { Wait } from '../scenario/delay.js';
import type { Step, WireFault } from '../scenario/step.js';
import type { OutcomeName, SourceName } from '../session/journal.js';
import type { Session } from '../session/session.js';
import type { Destination } from '../session/upstream.js';

/** One request on its way through the sources. */
export interface Turn {
  readonly session: Session;
  readonly request: WireRequest;
  /** What the path means in the two APIs; undefined outside them. */
  readonly route: Route | undefined;
  readonly caller: Caller;
  /** What the answering source wants kept in the journal. */
  note?: JsonObject;
  /** The step that took this request; false when none did; undefined while nobody has looked. */
  taken?: Taken | false;
  /** What is known about a request that was not recorded, once the recordings were asked. */
  miss?: Miss;
  /** Why the recordings do not show what would answer it, once that was asked; a clause. */
  underivable?: string | undefined;
  /** What the rate limit says, once it was asked; set on the answer as headers. */
  rate?: HeaderRecord;
}

/** A step that took a request, and the fault it asks for. */
export interface Taken {
  readonly step: Step;
  readonly fault: Fault | undefined;
}

/** How the wire shall misbehave for one answer; the wait is already decided. */
export interface Fault extends Omit<WireFault, 'delay'> {
  readonly wait: Wait | undefined;
}

/** A source's answer, not yet performed. */
export interface Answer {
  readonly kind: 'answer';
  readonly response: WireResponse;
  readonly source: SourceName;
  /** The fixture it came from. */
  readonly file?: string;
  /** The session was answered from that fixture before. */
  readonly again?: boolean;
  /** The step that had a say. */
  readonly step?: string;
  /** Why nothing else answered, for refusals. */
  readonly why?: string | undefined;
  readonly near?: Json;
  readonly fault?: Fault;
  /** What the journal calls it, where that does not follow from the rest. */
  readonly outcome?: OutcomeName;
}

/** The request must be asked again once this was read from outside. */
export interface Unready {
  readonly kind: 'need';
  readonly need: Need;
}

/** The request goes on to the real backend, or to an archive that it named, which may be a git source. */
export interface Forwarding {
  readonly kind: 'forward';
  readonly to: Destination | { readonly git: string };
}

/** What shall be done with a request; nothing is performed yet. */
export type Decision = Answer | Unready | Forwarding;

/** Something that may answer. Looks and remembers in one synchronous step; undefined passes the turn on. */
export type Source = (turn: Turn) => Decision | undefined;
