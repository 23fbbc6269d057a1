import type { Delay } from './step.js';

/** Where a wait is measured, and how long it is in ms. */
export interface Wait {
  readonly clock: 'real' | 'session';
  readonly ms: number;
}

/**
 * How long an answer waits.
 * @param unit asked for numbers in [0, 1) that the seed decides, by purpose
 */
export function waitOf(delay: Delay, unit: (purpose: string) => number): Wait {
  switch (delay.kind) {
    case 'fixed':
      return { clock: 'real', ms: delay.ms };
    case 'clock':
      return { clock: 'session', ms: delay.ms };
    case 'range':
      return { clock: 'real', ms: delay.from + unit('delay') * (delay.to - delay.from) };
    case 'log-normal':
      return { clock: 'real', ms: delay.median * Math.exp(delay.sigma * normal(unit)) };
  }
}

/** A standard normal number from two even ones (Box and Muller). */
function normal(unit: (purpose: string) => number): number {
  return Math.sqrt(-2 * Math.log(1 - unit('delay-radius'))) * Math.cos(2 * Math.PI * unit('delay-angle'));
}
