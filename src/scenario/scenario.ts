import type { Life } from './lifecycle.js';
import type { PlatformPart } from './platform-part.js';
import type { RegistryPart } from './registry-part.js';
import type { Step } from './step.js';

/** A story as it is played: everything that the file leaves out filled in, every duration and time in ms. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  /** When the session's time starts, ms since 1970; undefined: at the real time. */
  readonly clock: number | undefined;
  readonly frozen: boolean;
  readonly platform: PlatformPart;
  readonly registry: RegistryPart;
  /** The lives of the task stages by id. */
  readonly lives: ReadonlyMap<string, Life>;
  readonly limits: Limits;
  readonly steps: readonly Step[];
  /** Who answers what no step answers; undefined: whatever the mode is. */
  readonly otherwise: Otherwise | undefined;
}

export type Otherwise = 'serve' | 'replay' | 'passthrough' | 'refuse';

/** Rates above which an API answers 429; undefined: none. */
export interface Limits {
  readonly platform: Limit | undefined;
  readonly registry: Limit | undefined;
}

export interface Limit {
  /** Requests answered in a window. */
  readonly rate: number;
  /** Length of a window on the session's clock, ms. */
  readonly per: number;
  /** What shares a window. */
  readonly by: 'token' | 'address' | 'session';
}
