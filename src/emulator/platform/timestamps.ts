import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';

/** A time in milliseconds since 1970 as the API writes it: UTC with milliseconds and a literal `Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** `status-timestamps` with one more status entered; a time it had for that status is replaced (platform API §2, §3). */
export function stamped(timestamps: Json | undefined, status: string, at: string): JsonObject {
  return { ...(isJsonObject(timestamps) ? timestamps : {}), [`${status.replaceAll('_', '-')}-at`]: at };
}

/** The members that a thing which has just been made has beside its others. */
export function begunAt(at: string): JsonObject {
  return {
    status: 'pending',
    'status-timestamps': stamped({}, 'pending', at),
    'created-at': at,
    'updated-at': at,
  };
}
