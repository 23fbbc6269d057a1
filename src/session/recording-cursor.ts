import type { Seen } from '../fixtures/fixture.js';
import type { Cursor } from '../fixtures/replay.js';
import type { Position } from '../fixtures/pick.js';
import type { Section } from './ledger.js';

/**
 * How far a session has come in recorded time: how many writes it has had answered, whether by the upstream or from
 * fixtures, and how many answers of each fixture it was given. Kept in the ledger, so that it is saved, reset and
 * forgotten with the session.
 */
export class RecordingCursor implements Cursor {
  readonly #kept: Section;
  /** Writes that were sent to the upstream and are not answered yet, as a person would write them. */
  readonly #underWay: string[] = [];

  constructor(kept: Section) {
    this.#kept = kept;
  }

  get epoch(): number {
    const epoch = this.#kept.get(epochKey);
    return typeof epoch === 'number' ? epoch : 0;
  }

  moveTo(epoch: number): void {
    if (epoch !== this.epoch) this.#kept.set(epochKey, epoch);
  }

  positionIn(file: string): Position | undefined {
    return this.#kept.get(file) as unknown as Position | undefined;
  }

  moveIn(file: string, { epoch, used }: Position): void {
    this.#kept.set(file, { epoch, used });
  }

  /** The fixtures that answers were given from. */
  *files(): Iterable<string> {
    for (const [key] of this.#kept.entries()) if (key !== epochKey && key !== afterKey) yield key;
  }

  /** A write goes to the upstream; from now on the world may show it. */
  writeBegins(write: string): void {
    this.#underWay.push(write);
  }

  /** A write was answered, or given up. */
  writeEnds(write: string, answered: boolean): void {
    const at = this.#underWay.indexOf(write);
    if (at !== -1) this.#underWay.splice(at, 1);
    if (!answered) return;
    this.#kept.set(afterKey, write);
    this.#kept.set(epochKey, this.epoch + 1);
  }

  /** What a write that is answered now was seen after: all writes answered before it. */
  get answered(): Seen {
    const after = this.#kept.get(afterKey);
    return { epoch: this.epoch, after: typeof after === 'string' ? after : undefined };
  }

  /**
   * What a read that is answered now was seen after. Writes under way count, since the answer may already show them:
   * a client that replays must never see a world that it has not made yet.
   */
  get seen(): Seen {
    const last = this.#underWay.at(-1);
    return last === undefined ? this.answered : { epoch: this.epoch + this.#underWay.length, after: last };
  }
}

/** Neither can be the path of a fixture. */
const epochKey = '#epoch';
const afterKey = '#after';
