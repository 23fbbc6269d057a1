import { expect, test } from 'vitest';
import { Ledger } from '../../src/session/ledger.js';

test('durable changes must be written before anybody hears of them, lazy ones may wait', () => {
  const ledger = new Ledger();

  ledger.section('counts', 'lazy').set('a', 1);
  const afterLazy = [ledger.mustWrite, ledger.hasChanges];
  ledger.section('world', 'durable').set('b', 2);

  expect(afterLazy).toEqual([false, true]);
  expect(ledger.mustWrite).toBe(true);
});

test('changes are taken once, each key with its value now; what was deleted has none', () => {
  const ledger = new Ledger();
  const world = ledger.section('world', 'durable');
  world.set('a', 1);
  world.set('a', 2);
  world.set('b', 3);
  world.delete('b');
  world.delete('never there');

  expect(ledger.takeChanges()).toEqual([
    ['world', 'a', 2],
    ['world', 'b', undefined],
  ]);
  expect([ledger.takeChanges(), ledger.mustWrite, ledger.hasChanges]).toEqual([[], false, false]);
});

test('a ledger that is loaded holds what was put in and nothing else, under the same sections', () => {
  const ledger = new Ledger();
  const world = ledger.section('world', 'durable');
  world.set('old', 1);

  ledger.load({ world: { new: 2 }, other: { x: null } });

  expect([world.get('old'), world.get('new'), world.size]).toEqual([undefined, 2, 1]);
  expect(ledger.toData()).toEqual({ world: { new: 2 }, other: { x: null } });
  expect(ledger.hasChanges).toBe(false);
});

test('what was taken and put into another ledger makes it the same', () => {
  const [from, to] = [new Ledger(), new Ledger()];
  from.section('world', 'durable').set('a', { deep: [1] });
  from.section('counts', 'lazy').set('b', 0);

  for (const [section, key, value] of from.takeChanges()) to.section(section, 'lazy').set(key, value ?? null);

  expect(to.toData()).toEqual(from.toData());
});
