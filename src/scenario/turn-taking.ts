import { hashUnit } from '../exchange/hash.js';
import type { Step } from './step.js';

/** What decides a chance: nothing that depends on the order in which requests happen to arrive. */
export interface Draw {
  readonly seed: number;
  readonly session: string;
  /** See `requestKey`. */
  readonly request: string;
  /** How often this same request was made, from 1. */
  readonly attempt: number;
}

/**
 * Whether a step takes a request that matches it.
 * @param count how many matching requests have come to this step, this one included
 */
export function takesTurn(step: Step, count: number, draw: Draw): boolean {
  const { turn } = step;
  switch (turn.kind) {
    case 'always':
      return true;
    case 'times':
      return count <= turn.count;
    case 'nth':
      return turn.numbers.includes(count);
    case 'every':
      return count % turn.count === 0;
    case 'chance':
      return drawUnit(step, draw, 'chance') < turn.chance;
  }
}

/** A number in [0, 1) for a step and a request; the same draw gives the same number, whenever it is asked for. */
export function drawUnit(step: Step, { seed, session, request, attempt }: Draw, purpose: string): number {
  return hashUnit(`${purpose}\n${session}\n${step.name}\n${request}\n${attempt}`, seed);
}
