import { expect, test } from 'vitest';
import { platformResources } from '../../src/emulator/platform/resources.js';
import { seedOf, World } from '../../src/emulator/world.js';
import { readScenario } from '../../src/scenario/read-scenario.js';
import { Ledger } from '../../src/session/ledger.js';
import { Lives } from '../../src/session/lives.js';

const nine = Date.parse('2026-03-02T09:00:00Z');

function livesOf(lives: Record<string, unknown[]>, ledger = new Ledger()) {
  const stages = Object.entries(lives).map(([id, life]) => ({ id, stage: 'post_plan', life }));
  const read = readScenario({ scenario: 'x', platform: { runs: [{ id: 'run-1', stages }] } });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  const world = new World(
    seedOf(platformResources(read.value.platform, nine)),
    ledger.section('world', 'durable'),
  );
  const all = new Lives(read.value.lives, world, ledger.section('lives', 'durable'), nine);
  const statusOf = (id: string): unknown => world.get('task-stages', id)?.attributes['status'];
  const stampsOf = (id: string): unknown => world.get('task-stages', id)?.attributes['status-timestamps'];
  return { all, statusOf, stampsOf, ledger };
}

test('every move that is due is made at the time at which it was due', () => {
  const { all, statusOf, stampsOf } = livesOf({ 'ts-1': [{ pending: '2s' }, { running: '3s' }, 'passed'] });

  all.settle(nine + 60_000);

  expect(statusOf('ts-1')).toBe('passed');
  expect(stampsOf('ts-1')).toMatchObject({
    'running-at': '2026-03-02T09:00:02.000Z',
    'passed-at': '2026-03-02T09:00:05.000Z',
  });
});

test('nothing moves a moment before it is due', () => {
  const { all, statusOf } = livesOf({ 'ts-1': [{ pending: '2s' }, 'passed'] });

  all.settle(nine + 1999);
  const before = statusOf('ts-1');
  all.settle(nine + 2000);

  expect([before, statusOf('ts-1')]).toEqual(['pending', 'passed']);
});

test('what moves a life at a time that is past is the beginning of what comes after it', () => {
  const { all, stampsOf } = livesOf({ 'ts-1': [{ pending: 'signal go' }, { running: '10s' }, 'passed'] });

  const moved = [all.signal('stop', nine), all.signal('go', nine + 5000), all.signal('go', nine + 6000)];
  all.settle(nine + 60_000);

  expect(moved).toEqual([0, 1, 0]);
  expect(stampsOf('ts-1')).toMatchObject({
    'running-at': '2026-03-02T09:00:05.000Z',
    'passed-at': '2026-03-02T09:00:15.000Z',
  });
});

test('one signal moves every life that waits for it', () => {
  const { all, statusOf } = livesOf({
    'ts-1': [{ pending: 'signal go' }, 'passed'],
    'ts-2': [{ pending: 'signal go' }, 'failed'],
    'ts-3': [{ pending: 'signal other' }, 'failed'],
  });

  expect(all.signal('go', nine)).toBe(2);
  expect(['ts-1', 'ts-2', 'ts-3'].map(statusOf)).toEqual(['passed', 'failed', 'pending']);
});

test('reads and overrides move only what waits for them', () => {
  const { all, statusOf } = livesOf({
    'ts-1': [{ running: '2 reads' }, { awaiting_override: 'override' }, { running: '1s' }, 'passed'],
  });

  all.override('ts-1', nine);
  all.shown('ts-1', nine);
  const once = statusOf('ts-1');
  all.shown('ts-1', nine);
  const twice = statusOf('ts-1');
  all.override('ts-1', nine);

  expect([once, twice, statusOf('ts-1')]).toEqual(['running', 'awaiting_override', 'running']);
  all.shown('nobody', nine);
});

test('lives go on from where they were kept', () => {
  const story = { 'ts-1': [{ pending: '2s' }, { running: '3s' }, 'passed'] };
  const first = livesOf(story);
  first.all.settle(nine + 2000);

  const again = livesOf(story, first.ledger);
  again.all.settle(nine + 4999);
  const before = again.statusOf('ts-1');
  again.all.settle(nine + 5000);

  expect([before, again.statusOf('ts-1')]).toEqual(['running', 'passed']);
});
