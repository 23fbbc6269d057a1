import type { Route } from '../api/route.js';
import type { Step } from './step.js';

/** The steps of a session, laid out so that a request only meets those that could be for it. */
export interface StepBook {
  /** Whether a seeded chance is among them, so that attempts must be counted. */
  readonly hasChance: boolean;
  readonly steps: readonly Step[];
  /** Steps that could be for a request, in order. */
  candidates(route: Route | undefined): readonly Step[];
}

const noSteps: readonly Step[] = [];

/** Lays steps out by operation; those with a method and a path are candidates for everything. */
export function stepBook(steps: readonly Step[]): StepBook {
  const paths = steps.filter(({ on }) => on.kind === 'path');
  const byOperation = new Map<string, readonly Step[]>();
  for (const { on } of steps) {
    if (on.kind !== 'operation' || byOperation.has(on.name)) continue;
    byOperation.set(
      on.name,
      steps.filter((step) => step.on.kind === 'path' || step.on.name === on.name),
    );
  }
  return {
    hasChance: steps.some(({ turn }) => turn.kind === 'chance'),
    steps,
    candidates: (route) =>
      (route && byOperation.get(route.operation.name)) ?? (paths.length > 0 ? paths : noSteps),
  };
}
