import { hashUnit } from '../../exchange/hash.js';
import { newestFirst } from './version-order.js';

const dayInMs = 86_400_000;

/**
 * When each version was published (assumed): in the order of the versions, one to fourteen days apart, the newest
 * that long before the scenario begins. The module's id and the seed decide, so the same scenario gives the same dates.
 */
export function publishDates(
  id: string,
  versions: readonly string[],
  startedAt: number,
  seed: number,
): Record<string, string> {
  const dates: Record<string, string> = {};
  let at = startedAt;
  for (const version of newestFirst(versions)) {
    at -= dayInMs * (1 + 13 * hashUnit(`${id}/${version}`, seed));
    dates[version] = withMicroseconds(at);
  }
  return dates;
}

/** ISO 8601 in UTC with microseconds, as `published_at` is written (registry API §2). `at` in ms since 1970. */
function withMicroseconds(at: number): string {
  const whole = Math.floor(at);
  const micros = Math.floor((at - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}
