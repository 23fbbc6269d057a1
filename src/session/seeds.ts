import { platformResources } from '../emulator/platform/resources.js';
import { registryResources } from '../emulator/registry/resources.js';
import { type Seed, seedOf } from '../emulator/world.js';
import type { Scenario } from '../scenario/scenario.js';

const seeds = new WeakMap<Scenario, Map<number, Seed>>();

/** The world a scenario begins with at a given time; sessions that play the same scenario share it. */
export function seedFor(scenario: Scenario, startedAt: number): Seed {
  let byStart = seeds.get(scenario);
  if (!byStart) seeds.set(scenario, (byStart = new Map<number, Seed>()));
  let seed = byStart.get(startedAt);
  if (!seed) {
    seed = seedOf([
      ...platformResources(scenario.platform, startedAt),
      ...registryResources(scenario.registry, startedAt, scenario.seed),
    ]);
    byStart.set(startedAt, seed);
  }
  return seed;
}
