import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Json } from '../../exchange/json.js';
import { formatPath } from '../../exchange/problem.js';
import type { Finding } from '../../scenario/problem.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Session } from '../../session/session.js';
import type { Roster } from '../roster.js';

/** Where the control API lies. */
export const controlPath = '/__restage';

/** What the control API works on. */
export interface ControlSetup {
  readonly roster: Roster;
  /** Facts for `health`. */
  readonly about: () => Json;
  /**
   * Loads a scenario by name or as plain data; problems are one line each.
   * @param files whether a text may also name a file of this machine
   */
  readonly loadScenario: (ref: Json, seed: number | undefined, files: boolean) => Promise<LoadedScenario>;
  /** Ports that belong to one session. */
  readonly ports: SessionPorts;
  /** Fixture files there are, for the report. */
  readonly fixtures: () => readonly string[];
  /** Aborted when the server stops: event streams end then. */
  readonly stopping: AbortSignal;
  /** Whether a bearer token may use the control API; undefined: everybody who reaches the port may. */
  readonly admits: ((bearer: string | undefined) => boolean) | undefined;
}

/** A scenario, or everything that is wrong with it. */
export type LoadedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Ports that belong to one session each. */
export interface SessionPorts {
  /** The port of a session, when it has one. */
  of(session: string): number | undefined;
  /** Listens on a free port for a session. */
  open(session: string): Promise<number>;
  close(session: string): Promise<void>;
}

/** What every route of the control API finds in its context. */
export interface ControlContext {
  /** What the server hands over of a request that came over a socket, and what callers in this process alone set. */
  Bindings: Partial<HttpBindings> & { readonly mayReadFiles?: true };
  Variables: { body: Json | undefined; session: Session };
}

export type ControlApp = Hono<ControlContext>;

/** The part of a context that answers. */
interface Answering {
  json(body: { errors: readonly string[] }, status: 400): Response;
}

/** What is wrong with a part of a body, in one line. */
export function findingText({ path, found, expected }: Finding, before: Finding['path'] = []): string {
  const at = formatPath([...before, ...path]);
  return `${at === '' ? '' : `${at}: `}found ${found}, expected ${expected}`;
}

/** An answer of the control API that says what is wrong. */
export function problems(
  c: Answering,
  status: 400 | 401 | 404 | 409 | 413 | 415 | 422,
  errors: readonly string[],
): Response {
  return c.json({ errors }, status as 400);
}
