import { hashUnit } from '../exchange/hash.js';
import type { Step } from './step.js';

/** What decides a chance: nothing that depends on the order in which requests happen to arrive. */
export interface Draw {
  readonly seed: number;
  readonly session: string;
  /** A hash of the request; see `requestKey`. */
  readonly request: string;
  /** How often this same request was made, from 1. */
  readonly attempt: number;
}

/** Whether a step goes by the number of the matching request, also of those that an earlier step took. */
export function goesByNumber({ turn }: Step): boolean {
  return turn.kind === 'nth' || turn.kind === 'every';
}

/**
 * Whether a step takes a request that matches it.
 * @param number which of the matching requests it is, from 1; only asked for where the step goes by it
 * @param taken how many requests the step has taken before
 */
export function takesTurn(step: Step, number: number, taken: number, draw: Draw): boolean {
  const { turn } = step;
  switch (turn.kind) {
    case 'always':
      return true;
    case 'times':
      return taken < turn.count;
    case 'nth':
      return turn.numbers.includes(number);
    case 'every':
      return number % turn.count === 0;
    case 'chance':
      return drawUnit(step, draw, 'chance') < turn.chance;
  }
}

/** A number in [0, 1) for a step and a request; the same draw gives the same number, whenever it is asked for. */
export function drawUnit(step: Step, { seed, session, request, attempt }: Draw, purpose: string): number {
  return hashUnit(`${purpose}\n${session}\n${step.name}\n${request}\n${attempt}`, seed);
}
