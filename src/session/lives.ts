import { moveStage } from '../emulator/platform/move-stage.js';
import type { World } from '../emulator/world.js';
import type { Json } from '../exchange/json.js';
import {
  afterOverride,
  afterRead,
  afterSignal,
  afterTime,
  dueAt,
  type Life,
  type Position,
} from '../scenario/lifecycle.js';
import { DueQueue } from './due.js';
import type { Section } from './ledger.js';

/**
 * The task stages of one session on their way through their lives. Nothing here runs by itself: {@link settle} is
 * called before a request is answered and after the clock was moved, and makes every move that has fallen due, each
 * at the time at which it was due.
 */
export class Lives {
  readonly #lives: ReadonlyMap<string, Life>;
  readonly #world: World;
  readonly #kept: Section;
  readonly #startedAt: number;
  readonly #due = new DueQueue<string>();

  constructor(lives: ReadonlyMap<string, Life>, world: World, kept: Section, startedAt: number) {
    this.#lives = lives;
    this.#world = world;
    this.#kept = kept;
    this.#startedAt = startedAt;
    for (const stage of lives.keys()) this.#expect(stage);
  }

  /** Makes every move that is due by `now`, in order. */
  settle(now: number): void {
    while (this.#due.next <= now) {
      const { at, item: stage } = this.#due.take()!;
      this.#go(stage, (life, position) => afterTime(life, position, at));
    }
  }

  /** An answer showed this stage; a life that counts reads may go on. */
  shown(stage: string, now: number): void {
    this.#go(stage, (life, position) => afterRead(life, position, now));
  }

  /** The stage was overridden. */
  override(stage: string, now: number): void {
    this.#go(stage, (life, position) => afterOverride(life, position, now));
  }

  /** Lets every life that waits for this signal go on; how many there were. */
  signal(name: string, now: number): number {
    let moved = 0;
    for (const stage of this.#lives.keys()) {
      if (this.#go(stage, (life, position) => afterSignal(life, position, name, now))) moved++;
    }
    return moved;
  }

  #go(stage: string, next: (life: Life, position: Position) => Position | undefined): boolean {
    const life = this.#lives.get(stage);
    if (!life) return false;
    const before = this.#position(stage);
    const after = next(life, before);
    if (!after) return false;
    if (after.index === before.index) this.#kept.set(stage, after as unknown as Json);
    else this.#enter(stage, after);
    return true;
  }

  #enter(stage: string, position: Position): void {
    this.#kept.set(stage, position as unknown as Json);
    const state = this.#lives.get(stage)?.[position.index];
    if (state) moveStage(this.#world, stage, state.status, position.since);
    this.#expect(stage);
  }

  #expect(stage: string): void {
    const at = dueAt(this.#lives.get(stage)!, this.#position(stage));
    if (at !== undefined) this.#due.put(at, stage);
  }

  #position(stage: string): Position {
    return (
      (this.#kept.get(stage) as unknown as Position | undefined) ?? {
        index: 0,
        since: this.#startedAt,
        reads: 0,
      }
    );
  }
}
