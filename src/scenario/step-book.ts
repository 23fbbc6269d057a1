import type { Route } from '../api/route.js';
import type { Step } from './step.js';

/** Steps that could be for a request, in order. */
export interface StepList {
  readonly steps: readonly Step[];
  /** Whether the seed decides something in one of them, so that attempts must be counted. */
  readonly seeded: boolean;
}

/** The steps of a session, laid out so that a request only meets those that could be for it. */
export interface StepBook {
  /** All of them, in order. */
  readonly steps: readonly Step[];
  /** Those that could be for a request. */
  for(route: Route | undefined): StepList;
}

/** Lays steps out by operation; those with a method and a path could be for everything. */
export function stepBook(steps: readonly Step[]): StepBook {
  const others = listOf(steps.filter(({ on }) => on.kind === 'path'));
  const byOperation = new Map<string, StepList>();
  for (const { on } of steps) {
    if (on.kind !== 'operation' || byOperation.has(on.name)) continue;
    const possible = steps.filter((step) => step.on.kind === 'path' || step.on.name === on.name);
    byOperation.set(on.name, listOf(possible));
  }
  return { steps, for: (route) => (route && byOperation.get(route.operation.name)) ?? others };
}

function listOf(steps: readonly Step[]): StepList {
  return { steps, seeded: steps.some(isSeeded) };
}

function isSeeded({ turn, fault }: Step): boolean {
  const delay = fault?.delay?.kind;
  return turn.kind === 'chance' || delay === 'range' || delay === 'log-normal';
}
