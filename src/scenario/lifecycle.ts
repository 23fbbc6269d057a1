import type { TaskStageStatus } from '../api/task-stage-states.js';

/** What ends a state. `end` is the last state's, which nothing ends. */
export type Until =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'reads'; readonly count: number }
  | { readonly kind: 'override' }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'end' };

/** One state in the life of a task stage. */
export interface LifeState {
  readonly status: TaskStageStatus;
  readonly until: Until;
}

/** The states of a task stage in order. */
export type Life = readonly LifeState[];

/** How far a task stage has come in its life. */
export interface Position {
  /** Which state it is in, from 0. */
  readonly index: number;
  /** When it entered that state, session time in ms since 1970. */
  readonly since: number;
  /** Answers that have shown that state, counted only where reads end it. */
  readonly reads: number;
}

/** When the state ends by itself, session time in ms; undefined when something else must end it. */
export function dueAt(life: Life, position: Position): number | undefined {
  const until = untilOf(life, position);
  return until.kind === 'time' ? position.since + until.ms : undefined;
}

/**
 * The next position when time alone has ended the state by `now`; it was entered when it was due, not when someone
 * looked. Undefined when nothing is due. Ask again until it is, as several states may have passed.
 */
export function afterTime(life: Life, position: Position, now: number): Position | undefined {
  const due = dueAt(life, position);
  return due !== undefined && due <= now ? next(position, due) : undefined;
}

/**
 * The position after an answer has shown the state: the last of the awaited reads ends it at once. Undefined when the
 * state does not count reads.
 */
export function afterRead(life: Life, position: Position, now: number): Position | undefined {
  const until = untilOf(life, position);
  if (until.kind !== 'reads') return undefined;
  const reads = position.reads + 1;
  return reads >= until.count ? next(position, now) : { ...position, reads };
}

/** The position after an override; undefined when the state does not wait for one. */
export function afterOverride(life: Life, position: Position, now: number): Position | undefined {
  return untilOf(life, position).kind === 'override' ? next(position, now) : undefined;
}

/** The position after a signal; undefined when the state does not wait for one of that name. */
export function afterSignal(life: Life, position: Position, name: string, now: number): Position | undefined {
  const until = untilOf(life, position);
  return until.kind === 'signal' && until.name === name ? next(position, now) : undefined;
}

function next(position: Position, since: number): Position {
  return { index: position.index + 1, since, reads: 0 };
}

/** A position past the last state, as a shortened life leaves behind, is at its end. */
function untilOf(life: Life, position: Position): Until {
  return life[position.index]?.until ?? { kind: 'end' };
}
