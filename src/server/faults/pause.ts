import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds of real time, or until nobody need wait any more. */
export async function pause(ms: number, over: AbortSignal): Promise<void> {
  await sleep(Math.min(ms, longestTimer), undefined, { signal: over }).catch(() => undefined);
}

/** Longer timers fire at once. */
export const longestTimer = 2 ** 31 - 1;
