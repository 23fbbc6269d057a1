import { parseDuration } from './duration.js';
import type { FaultFile } from './schema/fault.js';
import { parseRate, parseSize } from './size.js';
import type { Delay, WireFault } from './step.js';

/** Reads a fault that its schema finds nothing wrong with. */
export function readFault(file: FaultFile): WireFault {
  return {
    delay: file.delay === undefined ? undefined : readDelay(file.delay),
    hang: file.hang ?? false,
    reset: file.reset ?? false,
    close: file.close ?? false,
    truncate: typeof file.truncate === 'string' ? parseSize(file.truncate) : file.truncate,
    drip: file.drip === undefined ? undefined : parseRate(file.drip),
    garble: file.garble ?? false,
  };
}

function readDelay(delay: NonNullable<FaultFile['delay']>): Delay {
  if (typeof delay === 'string') return { kind: 'fixed', ms: ms(delay) };
  if (delay.clock !== undefined) return { kind: 'clock', ms: ms(delay.clock) };
  if (delay.median === undefined) return { kind: 'range', from: ms(delay.from), to: ms(delay.to) };
  return { kind: 'log-normal', median: ms(delay.median), sigma: delay.sigma ?? 0 };
}

function ms(duration = '0s'): number {
  return parseDuration(duration) ?? 0;
}
