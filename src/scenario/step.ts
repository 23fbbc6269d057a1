import type { OperationName } from '../api/operations.js';
import type { HeaderRecord } from '../exchange/response.js';
import type { Json, JsonObject } from '../exchange/json.js';
import type { Glob } from './glob.js';
import type { JsonPath } from './json-path.js';
import type { ModulePart } from './registry-part.js';
import type { ResourceType } from './resource-types.js';

/** How many steps a scenario may have, and how many may be laid over it. */
export const mostSteps = 1000;

/** One part of a scenario's script: which requests it is for, how often, and what it does to them. */
export interface Step {
  /** As written, or the place in the file, e.g. `steps[2]`; what reports and `Restage-Source` call it. */
  readonly name: string;
  readonly on: Target;
  readonly where: Where;
  readonly turn: Turn;
  /** The answer to give; left out: the next source answers, unless a fault keeps any answer back. */
  readonly respond: ScriptedResponse | undefined;
  readonly fault: WireFault | undefined;
  /** What changes in the world before anything answers, in order. */
  readonly set: readonly WorldChange[];
  /** Members to replace in a JSON answer of the next source. */
  readonly patch: readonly { readonly path: JsonPath; readonly value: Json }[];
  /** Headers to set on an answer of the next source. */
  readonly headers: HeaderRecord;
}

/** Which requests a step is for: an operation, or a method and a path. */
export type Target =
  | { readonly kind: 'operation'; readonly name: OperationName }
  | {
      readonly kind: 'path';
      /** Upper case. */
      readonly method: string;
      /** What each segment must be, decoded. */
      readonly segments: readonly Glob[];
      /** Whether any further segments may follow. */
      readonly rest: boolean;
    };

/** What a request must have beside; every one of them. */
export interface Where {
  /** Path parameters of the operation by name. */
  readonly path: readonly Condition[];
  /** Query parameters by decoded name. */
  readonly query: readonly Condition[];
  /** Headers by name in lower case. */
  readonly header: readonly Condition[];
  /** Members of a JSON body; the path `[]` is the whole body. */
  readonly body: readonly BodyCondition[];
}

export interface Condition {
  readonly name: string;
  readonly value: Glob;
}

/** A member of the body that must equal a value; texts, at this place alone and not deeper in, may hold stars. */
export type BodyCondition =
  { readonly path: JsonPath; readonly text: Glob } | { readonly path: JsonPath; readonly json: Json };

/** Which of the matching requests a step takes; they are counted from 1. */
export type Turn =
  | { readonly kind: 'always' }
  | { readonly kind: 'times'; readonly count: number }
  | { readonly kind: 'nth'; readonly numbers: readonly number[] }
  | { readonly kind: 'every'; readonly count: number }
  /** Above 0 and at most 1. */
  | { readonly kind: 'chance'; readonly chance: number };

export interface ScriptedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HeaderRecord;
  readonly body: { readonly json: Json } | { readonly text: string } | null;
}

/** How the wire misbehaves. `hang`, `reset` and `close` keep any answer back, and at most one of them is there. */
export interface WireFault {
  readonly delay: Delay | undefined;
  /** Accepts the request and never answers. */
  readonly hang: boolean;
  /** Breaks the connection with a RST. */
  readonly reset: boolean;
  /** Closes the connection before an answer. */
  readonly close: boolean;
  /** Bytes of the body after which the connection closes, while all of them were promised. */
  readonly truncate: number | undefined;
  /** Bytes of the body a second. */
  readonly drip: number | undefined;
  /** Spoils the body, so that it is not the JSON it says it is. */
  readonly garble: boolean;
}

/** How long an answer waits, ms. */
export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  /** Waits until the session's clock has moved so far. */
  | { readonly kind: 'clock'; readonly ms: number }
  /** Evenly between two durations, decided by the seed. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Log-normal, decided by the seed: half of all wait longer than the median; sigma is of the logarithm. */
  | { readonly kind: 'log-normal'; readonly median: number; readonly sigma: number };

/** A change to the world. */
export type WorldChange =
  | {
      readonly kind: 'change';
      readonly type: ResourceType;
      readonly id: string;
      readonly attributes: JsonObject;
    }
  | { readonly kind: 'remove'; readonly type: ResourceType; readonly id: string }
  | {
      readonly kind: 'put';
      readonly type: ResourceType;
      readonly id: string;
      readonly attributes: JsonObject;
      readonly relationships: Readonly<Record<string, StepRelationship>> | undefined;
      /** Key of the resource in whose list it stands, e.g. `oauth-clients/oc-1`. */
      readonly parent: string | undefined;
      /** Where in that list. */
      readonly position: 'first' | 'last';
    }
  | {
      readonly kind: 'put-module';
      readonly module: ModulePart;
      /** Where in the list of all modules. */
      readonly position: 'first' | 'last';
    };

/** What a resource that is put in points to: identifiers, a related path, or both. */
export interface StepRelationship {
  readonly data?: ResourceReference | readonly ResourceReference[] | null;
  readonly related?: string;
}

export interface ResourceReference {
  readonly type: string;
  readonly id: string;
}
