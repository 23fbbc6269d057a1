import { expect, test } from 'vitest';
import { readScenario } from '../../src/scenario/read-scenario.js';
import { reportOf } from '../../src/session/report.js';
import { Session } from '../../src/session/session.js';

function session(steps: object[]): Session {
  const read = readScenario({ scenario: 'x', steps });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return new Session({
    name: 'main',
    mode: 'serve',
    scenario: read.value,
    scenarioRef: 'x',
    serverRef: 'x',
    run: 1,
    worldBegan: 0,
    system: () => 0,
    tools: { materials: { content: () => undefined, archive: () => undefined }, isSshKey: () => false },
  });
}

test('steps that took nothing and fixtures that answered nothing are unused', () => {
  const played = session([{ name: 'a', on: 'platform.ping' }, { on: 'platform.ping' }]);
  played.countTaken('a');
  played.used.add('x.json');

  const { unused } = reportOf(played, ['x.json', 'y.json']);

  expect(unused).toEqual({ fixtures: ['y.json'], steps: ['steps[1]'] });
});

test('a session that is put back to a state has used what it was answered from until then', () => {
  const played = session([]);
  played.cursor.moveIn('x.json', { epoch: 0, used: 1 });
  const state = played.ledger.toData();
  played.reset();

  played.restore(state);

  expect(reportOf(played, ['x.json', 'y.json']).unused.fixtures).toEqual(['y.json']);
});

test('a report does not change with what comes after it', () => {
  const played = session([]);
  const before = reportOf(played, []);

  played.tally.count('platform.ping', 204, 'emulated');

  expect([before.requests.total, reportOf(played, []).requests.total]).toEqual([0, 1]);
});

test('steps that are laid come with the report, and go with their counts when they are cleared', () => {
  const played = session([{ name: 'own', on: 'platform.ping' }]);
  played.layStep('laid[0]', { on: 'platform.ping' });
  played.countTaken('laid[0]');
  played.countTaken('own');

  played.clearSteps();
  played.layStep('laid[0]', { on: 'platform.ping' });

  expect(reportOf(played, []).unused.steps).toEqual(['laid[0]']);
});

test('what a session remembers beside its ledger comes back', () => {
  const before = session([]);
  before.tally.count('platform.ping', 204, 'emulated');
  before.used.add('x.json');
  const ids = [before.nextRequestId(), before.nextRequestId()];

  const after = session([]);
  after.remember(structuredClone(before.memory));

  expect(reportOf(after, ['x.json'])).toEqual(reportOf(before, ['x.json']));
  expect(ids).not.toContain(after.nextRequestId());
});

test('a fork can be tried out without changing the session', () => {
  const played = session([]);
  played.countMatch('a');

  const fork = played.fork();
  fork.countMatch('a');
  fork.world.put({ type: 'things', id: '1', attributes: {} });

  expect([played.countMatch('a'), fork.countMatch('a')]).toEqual([2, 3]);
  expect(played.world.get('things', '1')).toBeUndefined();
});
