import type { KeptReport } from '../edges/fixture-keeper.js';
import type { ModeName } from '../session/session.js';
import type { ControlCall } from './control-call.js';
import type { HeldSession } from './held-session.js';
import type { RunReport } from './run-report.js';

/** A server that runs. */
export interface Running {
  readonly mode: ModeName;
  /** Name of the scenario that is played; undefined for none. */
  readonly scenario: string | undefined;
  /** Base addresses, ready to use. */
  readonly url: string;
  readonly platform: string;
  readonly registry: string;
  readonly registryV2: string;
  readonly control: string;
  /** What the control API asks for as bearer token; undefined when only this machine reaches it. */
  readonly token: string | undefined;
  /** The certificate of the local CA, a PEM file; undefined without TLS. */
  readonly ca: string | undefined;
  /** Opens a session and holds it at hand. */
  session(name: string): Promise<HeldSession>;
  /** Calls the control API in this process. */
  readonly call: ControlCall;
  /** What all its sessions saw together. */
  report(): Promise<RunReport>;
  /** Answers a request in this process, without a socket. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /**
   * Finishes the requests under way and writes what is to be kept.
   * @throws RestageError `state-unwritten` when something could not be kept
   */
  close(): Promise<void>;
  /** What a recording came to; undefined until it is closed, and in other modes. */
  kept(): KeptReport | undefined;
}
