import { type Seed, seedOf } from '../../emulator/world.js';
import type { Fixture } from '../../fixtures/fixture.js';
import type { Life } from '../../scenario/lifecycle.js';
import { learnModules, type ModuleFacts } from './module-facts.js';
import { moduleResources } from './module-resources.js';
import { learnPlatform, type PlatformFacts } from './platform-facts.js';
import { platformResources } from './platform-resources.js';
import { type SideText, type Sighting, sightingsIn } from './sightings.js';
import { stageLives } from './stage-lives.js';

/** The world as recordings have shown it up to an epoch. Shared by sessions, so nobody may change it. */
export interface DerivedWorld {
  readonly seed: Seed;
  /** Lists all of whose items are known, by `type/id>type`. */
  readonly complete: ReadonlySet<string>;
  /** Keys of what is known to be no more. */
  readonly gone: ReadonlySet<string>;
  readonly modules: ModuleFacts;
}

/** What can be answered that was never recorded. */
export interface Derived {
  /** The world at an epoch: nothing in it was seen only later, and each thing is as it was last seen by then. */
  at(epoch: number): DerivedWorld;
  /** How stages that wait for an override go on from it, by their ids. */
  readonly lives: ReadonlyMap<string, Life>;
}

/** So many worlds are kept; one that is asked for again is put together again. */
const mostWorlds = 16;

/**
 * Folds recorded documents into worlds that the emulator can answer from. Reading the fixtures is the caller's
 * business, once, when the first request asks for it; each world is put together when it is first asked for.
 *
 * @param sideText reads large bodies
 */
export function derive(
  fixtures: Iterable<readonly [file: string, fixture: Fixture]>,
  sideText: SideText,
): Derived {
  const sightings = sightingsIn(fixtures, sideText);
  const last = learn(sightings);
  const worlds = new Map<number, DerivedWorld>();
  return {
    lives: stageLives(sightings, last.platform),
    at(epoch) {
      const until = sightings.findLastIndex((each) => each.epoch <= epoch) + 1;
      let world = worlds.get(until);
      if (!world) {
        const { platform, modules } = until === sightings.length ? last : learn(sightings.slice(0, until));
        const { resources, complete } = platformResources(platform, last.platform);
        world = {
          seed: seedOf([...resources, ...moduleResources(modules)]),
          complete,
          gone: platform.gone,
          modules,
        };
        if (worlds.size >= mostWorlds) worlds.clear();
        worlds.set(until, world);
      }
      return world;
    },
  };
}

function learn(sightings: readonly Sighting[]): { platform: PlatformFacts; modules: ModuleFacts } {
  const platform: PlatformFacts = { things: new Map(), lists: new Map(), gone: new Set() };
  const modules: ModuleFacts = { modules: new Map(), pages: new Map() };
  for (const sighting of sightings) {
    if (sighting.route.operation.api === 'platform') learnPlatform(platform, sighting);
    else learnModules(modules, sighting);
  }
  return { platform, modules };
}
