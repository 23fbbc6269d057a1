import { expect, test } from 'vitest';
import { seedOf, World } from '../../src/emulator/world.js';

const thing = (id: string, size: number, parent = 'boxes/1') => ({
  type: 'things',
  id,
  parent,
  attributes: { size },
});
const aWorld = (): World =>
  new World(seedOf([thing('a', 1), thing('b', 2), thing('c', 3, 'boxes/2')]), new Map());
const sizes = (world: World, box = 'boxes/1'): unknown[] =>
  world.resources(box, 'things').map(({ attributes }) => attributes['size']);

test('the resources of a list are the same array until one of them changes', () => {
  const world = aWorld();
  const before = world.resources('boxes/1', 'things');

  world.put(thing('c', 4, 'boxes/2'));

  expect(world.resources('boxes/1', 'things')).toBe(before);
  expect(sizes(world, 'boxes/2')).toEqual([4]);
});

test('the resources of a list follow what is changed, added, moved away and removed', () => {
  const world = aWorld();
  const seen = [sizes(world)];

  world.put(thing('a', 9));
  seen.push(sizes(world));
  world.put(thing('d', 5));
  seen.push(sizes(world));
  world.put(thing('b', 2, 'boxes/2'));
  seen.push(sizes(world), sizes(world, 'boxes/2'));
  world.remove('things', 'a');
  seen.push(sizes(world));

  expect(seen).toEqual([[1, 2], [9, 2], [9, 2, 5], [9, 5], [3, 2], [5]]);
});

test('what was removed at the top is not in the list any more', () => {
  const { parent: _, ...top } = thing('a', 1);
  const world = new World(seedOf([top, { ...top, id: 'b' }]), new Map());

  world.remove('things', 'a');

  expect(world.list('', 'things')).toEqual(['b']);
});
