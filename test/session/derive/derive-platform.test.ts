import { beforeEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/exchange/json.js';
import { MemoryRecording } from '../../fixtures/fixtures-in-memory.js';
import { requestOf } from '../../fixtures/request-of.js';
import { DerivedSession } from './derived-session.js';

const json = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
const ref = (type: string, id: string): JsonObject => ({ type, id });

function stage(status: string, minute: number, more: JsonObject = {}): JsonObject {
  return {
    ...ref('task-stages', 'ts-1'),
    attributes: {
      status,
      stage: 'post_plan',
      'status-timestamps': { 'running-at': '2026-03-02T09:00:00+00:00' },
      'created-at': '2026-03-02T09:00:00.000Z',
      'updated-at': `2026-03-02T09:0${minute}:00.000Z`,
      ...more,
    },
    relationships: {
      run: { data: ref('runs', 'run-1') },
      'task-results': { data: [ref('task-results', 'taskrs-1'), ref('task-results', 'taskrs-2')] },
      'policy-evaluations': { data: [ref('policy-evaluations', 'poleval-1')] },
    },
    links: { self: '/api/v2/task-stages/ts-1' },
  };
}

const result = (id: string, status: string): JsonObject => ({
  ...ref('task-results', id),
  attributes: { status, message: 'done', url: 'https://platform.example/app/results/1' },
  relationships: { 'task-stage': { data: ref('task-stages', 'ts-1') } },
});

const evaluation = (status: string): JsonObject => ({
  ...ref('policy-evaluations', 'poleval-1'),
  attributes: { status, 'policy-kind': 'opa', 'result-count': { 'mandatory-failed': 1, passed: 2 } },
  relationships: {
    'policy-attachable': { data: ref('task-stages', 'ts-1') },
    'policy-set-outcomes': { links: { related: '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes' } },
  },
});

const outcome = (n: number, level: string): JsonObject => ({
  ...ref('policy-set-outcomes', `psout-${n}`),
  attributes: {
    outcomes: [{ enforcement_level: level, status: 'failed', policy_name: `p${n}` }],
    overridable: true,
  },
  relationships: { 'policy-evaluation': { data: ref('policy-evaluations', 'poleval-1') } },
});

let recorded: MemoryRecording;
const record = (line: string, document: Json, status = 200): unknown =>
  recorded.answer(requestOf(line), { status, headers: json, body: JSON.stringify(document) });

beforeEach(() => {
  recorded = new MemoryRecording();
  record('GET /api/v2/task-stages/ts-1', { data: stage('running', 1) });
  record('GET /api/v2/task-stages/ts-1', { data: stage('awaiting_override', 2) });
  record('GET /api/v2/task-stages/ts-1?include=task-results,policy-evaluations', {
    data: stage('running', 1),
    included: [result('taskrs-1', 'running'), result('taskrs-2', 'passed'), evaluation('running')],
  });
  record('GET /api/v2/task-results/taskrs-1', { data: result('taskrs-1', 'passed') });
  record('GET /api/v2/task-stages/ts-1/policy-evaluations', { data: [evaluation('failed')] });
  for (const page of [2, 1]) {
    record(`GET /api/v2/policy-evaluations/poleval-1/policy-set-outcomes?page[number]=${page}&page[size]=2`, {
      data: page === 1 ? [outcome(1, 'advisory'), outcome(2, 'mandatory')] : [outcome(3, 'mandatory')],
      meta: { pagination: { 'current-page': page, 'page-size': 2, 'total-pages': 2, 'total-count': 3 } },
    });
  }
});

const ids = (body: Json): unknown => ((body as JsonObject)['data'] as JsonObject[]).map(({ id }) => id);
const statusOf = (body: Json): unknown =>
  (((body as JsonObject)['data'] as JsonObject)['attributes'] as JsonObject)['status'];

test('another page size, or none, lists what the recorded pages held, in their order', () => {
  const session = new DerivedSession(recorded);
  const path = '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes';

  const one = session.get(`${path}?page[size]=1&page[number]=3`);

  expect(one).toMatchObject({ source: 'derived', status: 200 });
  expect(ids(one.body)).toEqual(['psout-3']);
  expect(one.body).toMatchObject({
    meta: { pagination: { 'total-count': 3, 'total-pages': 3, 'next-page': null } },
  });
  expect(ids(session.get(path).body)).toEqual(['psout-1', 'psout-2', 'psout-3']);
  expect(session.get(`${path}?page[number]=1&page[size]=2`).source).toBe('recorded');
});

test('a filter that was never recorded is applied to what was', () => {
  const session = new DerivedSession(recorded);

  const filtered = session.get(
    '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes?filter[0][status]=failed&filter[0][enforcementLevel]=mandatory',
  );

  expect(ids(filtered.body)).toEqual(['psout-2', 'psout-3']);
});

test('an include that was never recorded shows what was seen, as it was last seen in the epoch', () => {
  const session = new DerivedSession(recorded);

  const { source, body } = session.get('/api/v2/task-stages/ts-1?include=task_results');

  expect(source).toBe('derived');
  expect(statusOf(body)).toBe('awaiting_override');
  expect((body as JsonObject)['included']).toMatchObject([
    { id: 'taskrs-1', attributes: { message: 'done' } },
    { id: 'taskrs-2', attributes: { status: 'passed' } },
  ]);
});

test('things that only ever stood in a list or beside others can be shown alone', () => {
  const session = new DerivedSession(recorded);

  expect(session.get('/api/v2/policy-evaluations/poleval-1')).toMatchObject({
    source: 'derived',
    body: { data: { attributes: { status: 'failed', 'result-count': { 'mandatory-failed': 1 } } } },
  });
  expect(session.get('/api/v2/policy-set-outcomes/psout-2')).toMatchObject({
    source: 'derived',
    body: { data: { links: { self: '/api/v2/policy-set-outcomes/psout-2' } } },
  });
});

test('addresses in what is derived lead back to whoever asks', () => {
  const base = { origin: 'http://127.0.0.1:4010', prefix: '/~blue' };

  const { body } = new DerivedSession(recorded).ask('GET /api/v2/task-results/taskrs-2', { base });

  expect(body).toMatchObject({
    data: {
      attributes: { url: 'http://127.0.0.1:4010/~blue/app/results/1' },
      links: { self: '/~blue/api/v2/task-results/taskrs-2' },
    },
  });
});

test('an override that was never recorded moves the stage, and recorded answers do not take that back', () => {
  const session = new DerivedSession(recorded);
  expect(statusOf(session.get('/api/v2/task-stages/ts-1').body)).toBe('running');

  const overridden = session.ask('POST /api/v2/task-stages/ts-1/actions/override', {
    body: '{"comment":"ok"}',
  });

  expect(overridden).toMatchObject({
    source: 'derived',
    body: { data: { attributes: { status: 'running', actions: { 'is-overridable': false } } } },
  });
  const polls = [1, 2, 3].map(() => session.get('/api/v2/task-stages/ts-1'));
  expect(polls.map(({ source, body }) => [source, statusOf(body)])).toEqual([
    ['derived', 'running'],
    ['derived', 'passed'],
    ['derived', 'passed'],
  ]);
  expect(session.get('/api/v2/policy-evaluations/poleval-1')).toMatchObject({
    body: { data: { attributes: { status: 'overridden' } } },
  });
  expect(session.ask('POST /api/v2/task-stages/ts-1/actions/override')).toMatchObject({ status: 409 });
});

test('after a recorded override, what is derived is as it was seen after it, and before it as before', () => {
  record('POST /api/v2/task-stages/ts-1/actions/override', { data: stage('running', 3, { actions: {} }) });
  record('GET /api/v2/task-stages/ts-1', { data: stage('passed', 4) });
  const session = new DerivedSession(recorded);
  const include = '/api/v2/task-stages/ts-1?include=task-results';
  expect(statusOf(session.get(include).body)).toBe('awaiting_override');

  expect(session.ask('POST /api/v2/task-stages/ts-1/actions/override').source).toBe('recorded');

  expect(statusOf(session.get(include).body)).toBe('passed');
  expect(session.get('/api/v2/task-stages/ts-1').source).toBe('recorded');
});

test('another comment than the recorded one leads to where the recorded override led', () => {
  const override = 'POST /api/v2/task-stages/ts-1/actions/override';
  recorded.answer(requestOf(override, { body: '{}' }), {
    body: JSON.stringify({ data: stage('running', 3) }),
  });
  record('GET /api/v2/task-stages/ts-1', { data: stage('failed', 4) });
  const session = new DerivedSession(recorded);

  session.ask(override, { body: '{"comment":"mine"}' });

  const polls = [1, 2].map(() => statusOf(session.get('/api/v2/task-stages/ts-1').body));
  expect(polls).toEqual(['running', 'failed']);
});

test('what no recording shows is refused and not said to be missing', () => {
  record('GET /api/v2/runs/run-2/task-stages', {
    data: [{ ...stage('passed', 1), id: 'ts-9' }],
    meta: { pagination: { 'current-page': 1, 'page-size': 1, 'total-count': 45 } },
  });
  const session = new DerivedSession(recorded);

  const why = (address: string): unknown => {
    const { source, body } = session.get(address);
    return source === 'refused' ? body : source;
  };

  expect(why('/api/v2/task-stages/ts-2')).toBe('no recording shows task-stages/ts-2');
  expect(why('/api/v2/runs/run-1')).toBe('no recording shows runs/run-1');
  expect(why('/api/v2/task-stages/ts-1?include=run')).toBe('no recording shows runs/run-1');
  expect(why('/api/v2/runs/run-1/task-stages')).toBe('no recording shows all task-stages of runs/run-1');
  expect(why('/api/v2/runs/run-2/task-stages?page[size]=10')).toBe(
    'no recording shows all task-stages of runs/run-2',
  );
  expect(why('/api/v2/ping')).toBe('derived');
});

test('a run that was only named is enough to list its stages by', () => {
  record('GET /api/v2/runs/run-1/task-stages?page[size]=5', {
    data: [stage('running', 1)],
    meta: { pagination: { 'current-page': 1, 'page-size': 5, 'total-count': 1 } },
  });

  const { source, body } = new DerivedSession(recorded).get(
    '/api/v2/runs/run-1/task-stages?include=policy_evaluations',
  );

  expect(source).toBe('derived');
  expect(body).toMatchObject({ data: [{ id: 'ts-1' }], included: [{ id: 'poleval-1' }] });
});

const token = (id: string): JsonObject => ({
  ...ref('oauth-tokens', id),
  attributes: { 'service-provider-user': 'octocat', 'has-ssh-key': false },
  relationships: {
    'oauth-client': { data: ref('oauth-clients', 'oc-1'), links: { related: '/api/v2/oauth-clients/oc-1' } },
  },
});

test('tokens of an organization are those of its clients, and one that is destroyed is gone for this session', () => {
  record('GET /api/v2/organizations/acme/oauth-tokens', { data: [token('ot-2'), token('ot-1')] });
  const session = new DerivedSession(recorded);
  const other = new DerivedSession(recorded);
  expect(ids(session.get('/api/v2/organizations/acme/oauth-tokens?page[size]=50').body)).toEqual([
    'ot-2',
    'ot-1',
  ]);

  expect(session.ask('DELETE /api/v2/oauth-tokens/ot-1')).toMatchObject({ source: 'derived', status: 204 });

  expect(session.get('/api/v2/oauth-tokens/ot-1')).toMatchObject({ source: 'derived', status: 404 });
  const listed = session.get('/api/v2/organizations/acme/oauth-tokens');
  expect([listed.source, ids(listed.body)]).toEqual(['derived', ['ot-2']]);
  expect(other.get('/api/v2/organizations/acme/oauth-tokens').source).toBe('recorded');
});

test('a token that was recorded as destroyed is there before and gone after', () => {
  record('GET /api/v2/oauth-clients/oc-1/oauth-tokens', { data: [token('ot-1'), token('ot-2')] });
  recorded.answer(requestOf('DELETE /api/v2/oauth-tokens/ot-1'), { status: 204 });
  const session = new DerivedSession(recorded);
  const list = '/api/v2/oauth-clients/oc-1/oauth-tokens?page[size]=9';
  expect(ids(session.get(list).body)).toEqual(['ot-1', 'ot-2']);

  session.ask('DELETE /api/v2/oauth-tokens/ot-1');

  expect(ids(session.get(list).body)).toEqual(['ot-2']);
  expect(session.get('/api/v2/oauth-tokens/ot-1')).toMatchObject({ source: 'derived', status: 404 });
});

test('an SSH key that is stored shows in recorded lists too', () => {
  record('GET /api/v2/oauth-clients/oc-1/oauth-tokens', { data: [token('ot-1')] });
  const session = new DerivedSession(recorded);
  const body = '{"data":{"type":"oauth-tokens","attributes":{"ssh-key":"made-up"}}}';

  expect(session.ask('PATCH /api/v2/oauth-tokens/ot-1', { body }).status).toBe(200);

  expect(session.get('/api/v2/oauth-clients/oc-1/oauth-tokens')).toMatchObject({
    source: 'derived',
    body: { data: [{ attributes: { 'has-ssh-key': true } }] },
  });
});
