import { constants } from 'node:os';

const held = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'] as const;

/** Signals that this process was sent and did not obey, because a command is there to do so. */
export interface HeldSignals {
  /** The exit status that the first one would have had, when there was one. */
  readonly early: () => number | undefined;
  /** Hands each one that comes from now on over. */
  passTo(receiver: (signal: NodeJS.Signals) => void): void;
  /** Obeys them again. */
  release(): void;
}

/** Holds all signals that ask a process to do something, from now on. */
export function holdSignals(): HeldSignals {
  let first: NodeJS.Signals | undefined;
  let receiver: (signal: NodeJS.Signals) => void = () => undefined;
  const take = (signal: NodeJS.Signals): void => {
    first ??= signal;
    receiver(signal);
  };
  for (const signal of held) process.on(signal, take);
  return {
    early: () => (first === undefined ? undefined : 128 + constants.signals[first]),
    passTo: (next) => (receiver = next),
    release: () => held.forEach((signal) => process.off(signal, take)),
  };
}
