import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryStore } from '../../src/edges/memory-store.js';
import { openStateFiles } from '../../src/edges/state-files.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { readScenario } from '../../src/scenario/read-scenario.js';
import { Roster, type RosterSetup } from '../../src/server/roster.js';
import type { Session } from '../../src/session/session.js';
import type { SessionStore } from '../../src/session/store.js';
import { temporaryDirectory } from '../edges/temporary-directory.js';

function scenario(name: string, more: object = {}): Scenario {
  const read = readScenario({ scenario: name, ...more });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return read.value;
}

function rosterOver(store: SessionStore, more: Partial<RosterSetup> = {}) {
  const warnings: string[] = [];
  const roster = new Roster({
    mode: 'serve',
    scenario: scenario('served'),
    scenarioRef: 'served',
    system: () => 1000,
    tools: { materials: { content: () => undefined, archive: () => undefined }, isSshKey: () => false },
    store,
    findScenario: async () => undefined,
    atHand: 4,
    most: 1000,
    warn: (message) => warnings.push(message),
    ...more,
  });
  return { roster, warnings };
}

const write = (session: Session, value: string): void =>
  session.world.put({ type: 'oauth-tokens', id: 'ot-1', attributes: { value } });
const read = (session: Session | undefined): unknown =>
  session?.world.get('oauth-tokens', 'ot-1')?.attributes['value'];

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the least recently used session is put away, and comes back as it was', async () => {
  const { roster } = rosterOver(memoryStore(), { atHand: 2 });
  write(await roster.open('a'), 'kept');
  await roster.open('b');
  await turn();

  await roster.open('c');
  await turn();

  expect([roster.at('a'), roster.at('b')?.name, roster.at('c')?.name]).toEqual([undefined, 'b', 'c']);
  expect(read(await roster.open('a'))).toBe('kept');
});

test('a session in use is not put away', async () => {
  const { roster } = rosterOver(memoryStore(), { atHand: 1 });
  const busy = await roster.open('a');
  busy.busy++;

  await roster.open('b');
  await roster.open('c');
  await turn();

  expect(roster.at('a')).toBe(busy);
  expect(roster.at('b')).toBeUndefined();
});

test('sessions asked for all at once each get their turn before any is put away', async () => {
  const { roster } = rosterOver(memoryStore(), { atHand: 4 });
  const names = Array.from({ length: 100 }, (_, n) => `s${n}`);

  await Promise.all(names.map(async (name) => write(await roster.open(name), name)));
  await turn();

  const found = await Promise.all(names.map(async (name) => read(await roster.look(name))));
  expect(found).toEqual(names);
  expect(names.filter((name) => roster.at(name))).toHaveLength(4);
});

test('the store is asked once for the names it keeps, however often sessions are looked for', async () => {
  const store = memoryStore();
  await store.save('old', { about: {}, ledger: {} });
  let lists = 0;
  const { roster } = rosterOver({ ...store, list: () => (lists++, store.list()) });

  for (let time = 0; time < 5; time++) await roster.has('nobody');
  await roster.open('new');

  expect([await roster.has('old'), await roster.has('new'), await roster.has('nobody')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await roster.names()).toEqual(['new', 'old']);
  expect(lists).toBe(1);
});

test('a session that is deleted is not there any more, and may be made again', async () => {
  const { roster } = rosterOver(memoryStore());
  write((await roster.make('a'))!, 'gone');
  const twice = await roster.make('a');

  await roster.remove('a');

  expect(twice).toBeUndefined();
  expect(await roster.has('a')).toBe(false);
  expect(read(await roster.make('a'))).toBeUndefined();
});

test('what is still under way in a deleted session is not written after it', async () => {
  const store = memoryStore();
  const { roster } = rosterOver(store);
  const session = (await roster.make('a'))!;

  await roster.remove('a');
  write(session, 'too late');
  await roster.commit(session);

  expect(await store.list()).toEqual([]);
});

test('a session whose scenario is gone is set aside, not overwritten, and a person is told where', async () => {
  const state = temporaryDirectory();
  const first = await openStateFiles(state);
  const before = rosterOver(first, { scenarioRef: './old.yaml' });
  write(await before.roster.open('main'), 'precious');
  await before.roster.close();

  const store = await openStateFiles(state);
  onTestFinished(() => store.close());
  const { roster, warnings } = rosterOver(store, { scenario: scenario('new'), scenarioRef: './new.yaml' });
  const session = await roster.open('main');
  write(session, 'other');
  await roster.commit(session);

  const aside = join(state, 'main.session.unplayable-1');
  expect(session.scenario.name).toBe('new');
  expect(readFileSync(aside, 'utf8')).toContain('precious');
  expect(readFileSync(join(state, 'main.session'), 'utf8')).not.toContain('precious');
  expect(warnings).toEqual([
    `session main played the scenario ./old.yaml, which is not what this server was started for: its state was set aside as ${aside}; the session starts again`,
  ]);
  expect(readdirSync(state).filter((file) => file.startsWith('main'))).toHaveLength(2);
});

test('a session that plays another scenario than the server finds its own again', async () => {
  const store = memoryStore();
  const other = scenario('other', { platform: { runs: [{ id: 'run-other', stages: [] }] } });
  const { roster } = rosterOver(store, {
    atHand: 1,
    findScenario: async (ref) => (ref === 'other' ? other : undefined),
  });
  await roster.make('a', { ref: 'other', scenario: other });
  await turn();
  await roster.open('b');
  await turn();

  const back = await roster.open('a');

  expect(back.scenario.name).toBe('other');
  expect(back.world.get('runs', 'run-other')).toBeDefined();
});

test('the clock of a session that was put away has gone on when it comes back, unless it stands still', async () => {
  let now = 1000;
  const nine = Date.parse('2026-03-02T09:00:00Z');
  const played: Record<string, Scenario> = {
    frozen: scenario('frozen', { clock: '2026-03-02T09:00:00Z', frozen: true }),
    moving: scenario('moving', { clock: '2026-03-02T09:00:00Z' }),
  };
  const { roster } = rosterOver(memoryStore(), {
    atHand: 1,
    system: () => now,
    findScenario: async (ref) => (typeof ref === 'string' ? played[ref] : undefined),
  });
  for (const name of ['frozen', 'moving', 'third']) {
    const own = played[name];
    await roster.make(name, own && { ref: name, scenario: own });
    await turn();
  }

  now += 90_000;

  expect((await roster.open('moving')).clock.now()).toBe(nine + 90_000);
  expect((await roster.open('frozen')).clock.now()).toBe(nine);
});
