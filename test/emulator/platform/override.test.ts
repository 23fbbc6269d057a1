import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { aRun, aStage, aStory } from './stories.js';

const url = '/api/v2/task-stages/ts-1/actions/override';
const waiting = (): Backend =>
  new Backend(aStory({ runs: [aRun({ stages: [aStage({ starts: 'awaiting_override' })] })] }));

test('an override of a stage that waits for it answers with the running stage', () => {
  const backend = waiting();

  const before = backend.get('/api/v2/task-stages/ts-1').data.attributes;
  const { status, data } = backend.ask('POST', url);

  expect(before).toMatchObject({ status: 'awaiting_override', actions: { 'is-overridable': true } });
  expect(status).toBe(200);
  expect(data.attributes).toMatchObject({
    status: 'running',
    'status-timestamps': {
      'awaiting-override-at': '2026-03-02T09:00:00.000Z',
      'running-at': '2026-03-02T09:01:00.000Z',
    },
    'updated-at': '2026-03-02T09:01:00.000Z',
    permissions: { 'can-override-policy': true, 'can-override-tasks': false, 'can-override': true },
    actions: { 'is-overridable': false },
  });
  expect(data.links.self).toBe('/api/v2/task-stages/ts-1');
});

test('an override makes the failed evaluation overridden', () => {
  const backend = waiting();

  backend.ask('POST', url);

  const { attributes } = backend.get('/api/v2/policy-evaluations/poleval-1').data;
  expect(attributes['status']).toBe('overridden');
  expect(attributes['status-timestamps']).toMatchObject({
    'failed-at': '2026-03-02T09:00:00.000Z',
    'overridden-at': '2026-03-02T09:01:00.000Z',
  });
});

test('an override is no read of the stage', () => {
  const backend = waiting();

  backend.ask('POST', url);

  expect(backend.shown).toEqual([]);
});

test.each([
  ['no body', undefined, []],
  ['an empty body', '', []],
  ['an empty object', '{}', []],
  ['a comment', '{"comment":"agreed with the owners"}', [{ comment: 'agreed with the owners' }]],
  ['members nobody knows', '{"why":1}', []],
])('an override may come with %s', (_, body, notes) => {
  const backend = waiting();

  const { status } = backend.ask('POST', url, body === undefined ? {} : { body });

  expect(status).toBe(200);
  expect(backend.notes).toEqual(notes);
});

test.each([
  ['{', 400, undefined],
  ['{"comment":7}', 422, '/comment'],
  ['{"comment":null}', 422, '/comment'],
  ['[]', 422, ''],
  ['"why"', 422, ''],
])('an override with the body %s changes nothing and is answered %i', (body, status, pointer) => {
  const backend = waiting();

  const answer = backend.ask('POST', url, { body });

  expect(answer.status).toBe(status);
  expect(answer.errors[0]?.status).toBe(String(status));
  expect(answer.errors[0]?.source?.pointer).toBe(pointer);
  expect(backend.changes.size).toBe(0);
});

test.each(['pending', 'running', 'passed', 'failed', 'errored', 'canceled', 'unreachable'] as const)(
  'an override of a stage that is %s is a conflict',
  (starts) => {
    const backend = new Backend(aStory({ runs: [aRun({ stages: [aStage({ starts })] })] }));

    const { status, errors } = backend.ask('POST', url, { body: '{"comment":"let it go"}' });

    expect(status).toBe(409);
    expect(errors[0]).toMatchObject({ status: '409', title: 'conflict' });
    expect(errors[0]?.detail).toMatch(new RegExp(`^transition not allowed: .*"${starts}"`));
    expect([backend.changes.size, backend.notes]).toEqual([0, []]);
  },
);

test('a second override is a conflict', () => {
  const backend = waiting();

  backend.ask('POST', url);

  expect(backend.ask('POST', url).status).toBe(409);
});

test('an override of a stage that is not there is not found', () => {
  expect(waiting().ask('POST', '/api/v2/task-stages/ts-none/actions/override').status).toBe(404);
});
