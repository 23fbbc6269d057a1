import { World } from '../../emulator/world.js';
import type { Section } from '../ledger.js';
import { Lives } from '../lives.js';
import type { Derived, DerivedWorld } from './derive.js';

/** What a session has in front of it at one epoch. */
export interface DerivedScene {
  readonly derived: DerivedWorld;
  /** The derived world with what this session has changed over it. */
  readonly world: World;
  readonly lives: Lives;
}

/**
 * One session's view of what recordings have shown. Its changes lie over the world of whichever epoch it has come to,
 * so that an override or a destroyed token stays when a recorded write moves the epoch on.
 */
export class DerivedView {
  readonly #derived: Derived;
  readonly #changes: Section;
  readonly #lives: Section;
  readonly #startedAt: number;
  #scene: DerivedScene | undefined;

  /**
   * @param changes the section of the session's world
   * @param lives the section of its lives
   * @param startedAt when the session began, ms since 1970
   */
  constructor(derived: Derived, changes: Section, lives: Section, startedAt: number) {
    this.#derived = derived;
    this.#changes = changes;
    this.#lives = lives;
    this.#startedAt = startedAt;
  }

  /** Whether this session has changed a thing, by its key such as `task-stages/ts-1`. */
  hasChanged(key: string): boolean {
    return this.#changes.get(key) !== undefined;
  }

  /** The scene at an epoch; the same one as long as the recording shows nothing new. */
  at(epoch: number): DerivedScene {
    const derived = this.#derived.at(epoch);
    if (this.#scene?.derived !== derived) {
      const world = new World(derived.seed, this.#changes);
      const lives = new Lives(this.#derived.lives, world, this.#lives, this.#startedAt);
      this.#scene = { derived, world, lives };
    }
    return this.#scene;
  }
}
