import { expect, test } from 'vitest';
import { registryResources } from '../../../src/emulator/registry/resources.js';
import { began, jsonOf, type ListBody, moduleStory, registryWith } from './ask.js';

const story = { modules: [moduleStory('acme/network/aws', { versions: ['1.0.0', '1.1.0'] })] };

test('the same story, start and seed give the same modules', () => {
  expect(registryResources(story, began, 7)).toEqual(registryResources(story, began, 7));
  expect(registryResources(story, began, 8)).not.toEqual(registryResources(story, began, 7));
});

test('a page costs the same at 20,000 modules as at 100', () => {
  const registryOf = (count: number) =>
    registryWith(Array.from({ length: count }, (_, i) => moduleStory(`ns${i % (count / 50)}/m${i}/aws`)));
  const asked = ['GET /v1/modules?offset=40', 'GET /v1/modules/ns1', 'GET /v1/modules/ns1/m1'];
  const [small, large] = [registryOf(100), registryOf(20_000)].map((registry) => {
    const look = countGets(registry.world);
    const pages = asked.map((target) => jsonOf<ListBody>(registry.ask(target)).modules.length);
    return { pages, looked: look() };
  });

  expect(large).toEqual(small);
});

/** How often a world was asked for a module since. */
function countGets(world: ReturnType<typeof registryWith>['world']): () => number {
  const get = world.get.bind(world);
  let count = 0;
  world.get = (type, id) => {
    count++;
    return get(type, id);
  };
  return () => count;
}
