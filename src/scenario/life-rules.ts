import { nextStatuses, type TaskStageStatus } from '../api/task-stage-states.js';
import { isJsonObject } from '../exchange/json.js';
import type { LifeState } from './lifecycle.js';
import { oneOf } from './nearest.js';
import type { Finding } from './problem.js';
import { parseUntil } from './until.js';

/** A state as it is written: a status alone, or one and what ends it. */
export type LifeEntry = TaskStageStatus | Readonly<Partial<Record<TaskStageStatus, string | undefined>>>;

/** Reads the states of a life that {@link judgeLife} finds nothing wrong with. */
export function readLife(entries: readonly LifeEntry[]): LifeState[] {
  return entries.map((entry) => {
    const { status, until } = partsOf(entry)!;
    return { status, until: parseUntil(until ?? '') ?? { kind: 'end' } };
  });
}

/**
 * Judges the order of the states: only moves that a task stage can make (platform API §3), an override only where one
 * is awaited, something to end every state but the last. Entries that are none are passed over.
 */
export function judgeLife(entries: readonly unknown[]): Finding[] {
  return entries.flatMap((entry, at) => {
    const parts = partsOf(entry);
    if (!parts) return [];
    if (at === entries.length - 1) return judgeLast(parts, at);
    const next = partsOf(entries[at + 1])?.status;
    return [...judgeEnd(parts, at), ...(next ? judgeMove(parts, next, at + 1) : [])];
  });
}

function judgeLast({ status, until }: Parts, at: number): Finding[] {
  if (typeof until !== 'string') return [];
  const expected = `${status} alone, as nothing follows it`;
  return [{ path: [at, status], at: 'key', found: `"${status}: ${until}" at the end`, expected }];
}

function judgeEnd({ status, until }: Parts, at: number): Finding[] {
  if (nextStatuses[status].length === 0) {
    const expected = `it only at the end, as a stage never leaves ${status}`;
    return [{ path: [at], at: 'value', found: `${status} before the end`, expected }];
  }
  if (until === undefined) {
    const expected = `what ends it, such as "${status}: 2s", as more follows`;
    return [{ path: [at], at: 'value', found: `${status} alone`, expected }];
  }
  if (until === 'override' && status !== 'awaiting_override') {
    const expected = 'a duration, reads or a signal, as only awaiting_override can be overridden';
    return [{ path: [at, status], at: 'value', found: '"override"', expected }];
  }
  return [];
}

function judgeMove({ status, until }: Parts, next: TaskStageStatus, at: number): Finding[] {
  if (status === 'awaiting_override' && until === 'override') {
    if (next === 'running') return [];
    return [{ path: [at], at: 'value', found: `${next} after an override`, expected: 'running' }];
  }
  const allowed = nextStatuses[status];
  if (allowed.length === 0 || allowed.includes(next)) return [];
  return [{ path: [at], at: 'value', found: `${next} after ${status}`, expected: oneOf(allowed, next) }];
}

interface Parts {
  readonly status: TaskStageStatus;
  /** As it is written; undefined when the status stands alone, null when it is no text. */
  readonly until: string | null | undefined;
}

function partsOf(entry: unknown): Parts | undefined {
  const [status, until]: unknown[] = isJsonObject(entry) ? (Object.entries(entry)[0] ?? []) : [entry];
  if (typeof status !== 'string' || !Object.hasOwn(nextStatuses, status)) return undefined;
  const written = until === undefined || typeof until === 'string' ? until : null;
  return { status: status as TaskStageStatus, until: written };
}
