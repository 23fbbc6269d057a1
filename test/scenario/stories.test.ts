import { expectTypeOf, test } from 'vitest';
import type { PlatformStory } from '../../src/emulator/platform/story.js';
import type { RegistryStory } from '../../src/emulator/registry/story.js';
import type { Scenario } from '../../src/scenario/scenario.js';

test('what a scenario says is a story that the emulator can tell', () => {
  expectTypeOf<Scenario['platform']>().toExtend<PlatformStory>();
  expectTypeOf<Scenario['registry']>().toExtend<RegistryStory>();
});
