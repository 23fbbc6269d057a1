import { expect, test } from 'vitest';
import { operations } from '../../../src/api/operations.js';
import type { TokenStory } from '../../../src/emulator/platform/story.js';
import { Backend } from './backend.js';
import { aClient, aPolicy, aRun, aSet, aStage, aStory, aTask } from './stories.js';

const other = aRun({
  id: 'run-2',
  workspace: 'ws-2',
  stages: [
    aStage({
      id: 'ts-2',
      starts: 'awaiting_override',
      tasks: [aTask({ id: 'taskrs-2' })],
      policies: [aPolicy({ id: 'poleval-2', sets: [aSet({ id: 'psout-2' })] })],
    }),
  ],
});
const clients = [
  aClient(),
  aClient({ id: 'oc-2', organization: 'other', tokens: [{ id: 'ot-9', user: null, 'has-ssh-key': false }] }),
];
const withTokens = (...tokens: TokenStory[]): Backend =>
  new Backend(
    aStory({
      tokens,
      runs: [aRun({ stages: [aStage({ starts: 'awaiting_override' })] }), other],
      'oauth-clients': clients,
    }),
  );

/** One URL for each operation of the platform, by the number of the story's things. */
const urls = (n: 1 | 2): [method: string, url: string][] =>
  operations
    .filter(({ api }) => api === 'platform')
    .map(({ method, path }) => [
      method,
      path
        .replace(':run_id', `run-${n}`)
        .replace(':task_stage_id', `ts-${n}`)
        .replace(':task_result_id', `taskrs-${n}`)
        .replace(':policy_evaluation_id', `poleval-${n}`)
        .replace(':policy_set_outcome_id', `psout-${n}`)
        .replace(':workspace_id', `ws-${n}`)
        .replace(':oauth_client_id', `oc-${n}`)
        .replace(':organization', n === 1 ? 'acme' : 'other')
        .replace(':id', n === 1 ? 'ot-1' : 'ot-9'),
    ]);
const body = '{"data":{"type":"oauth-tokens","attributes":{}}}';
const sent = (method: string): { body?: string } => (method === 'PATCH' ? { body } : {});

test.each(urls(1))('without a token nothing is answered: %s %s', (method, url) => {
  const { status, text, headers } = withTokens({ token: 'admin' }).ask(method, url, { token: undefined });

  expect([status, text]).toEqual([401, '{"errors":[{"status":"401","title":"unauthorized"}]}']);
  expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
});

test.each(urls(1))('a token nobody knows is answered nothing: %s %s', (method, url) => {
  expect(withTokens({ token: 'admin' }).ask(method, url, { token: 'stranger', ...sent(method) }).status).toBe(
    401,
  );
});

test.each(urls(1))('a known token without limits may do everything: %s %s', (method, url) => {
  expect([200, 204]).toContain(
    withTokens({ token: 'admin' }).ask(method, url, { token: 'admin', ...sent(method) }).status,
  );
});

test.each(urls(1))('when a story has no tokens any token may do everything: %s %s', (method, url) => {
  const backend = new Backend(
    aStory({ runs: [aRun({ stages: [aStage({ starts: 'awaiting_override' })] })] }),
  );

  expect([200, 204]).toContain(backend.ask(method, url, { token: 'whatever', ...sent(method) }).status);
  expect(backend.ask(method, url, { token: undefined }).status).toBe(401);
});

test.each(urls(2).filter(([, url]) => !url.endsWith('/ping')))(
  'what a token does not see is to it as what is not there: %s %s',
  (method, url) => {
    const backend = withTokens({ token: 'reader', sees: ['ws-1', 'oc-1'] });

    const hidden = backend.ask(method, url, { token: 'reader', ...sent(method) });
    const missing = backend.ask(method, url.replace(/(?<=-)\d|other/, 'none'), {
      token: 'reader',
      ...sent(method),
    });

    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
    expect(hidden.headers).toEqual(missing.headers);
  },
);

test.each(urls(1))('a token sees what is below what it sees: %s %s', (method, url) => {
  const backend = withTokens({ token: 'reader', sees: ['ws-1', 'acme'] });

  expect([200, 204]).toContain(backend.ask(method, url, { token: 'reader', ...sent(method) }).status);
});

test('a token sees nothing above or beside what it sees', () => {
  const backend = withTokens({ token: 'narrow', sees: ['ts-1'] });
  const status = (path: string): number => backend.get(`/api/v2/${path}`, { token: 'narrow' }).status;

  expect([status('task-stages/ts-1'), status('policy-set-outcomes/psout-1')]).toEqual([200, 200]);
  expect([status('runs/run-1'), status('workspaces/ws-1'), status('task-stages/ts-2')]).toEqual([
    404, 404, 404,
  ]);
});

test('what is included is only what the token sees', () => {
  const backend = withTokens({ token: 'narrow', sees: ['ts-1'] });

  const { included } = backend.get('/api/v2/task-stages/ts-1?include=run.workspace,task-results', {
    token: 'narrow',
  });

  expect(included?.map(({ id }) => id)).toEqual(['taskrs-1']);
});

test('a list of an organization shows only tokens of clients that are seen', () => {
  const backend = new Backend(
    aStory({
      tokens: [{ token: 'reader', sees: ['oc-1'] }],
      'oauth-clients': [aClient(), aClient({ id: 'oc-2', tokens: clients[1]!.tokens })],
    }),
  );

  const { list } = backend.get('/api/v2/organizations/acme/oauth-tokens', { token: 'reader' });

  expect(list.map(({ id }) => id)).toEqual(['ot-1', 'ot-2']);
});

test.each([
  ['POST', '/api/v2/task-stages/ts-1/actions/override', 'override'],
  ['PATCH', '/api/v2/oauth-tokens/ot-1', 'manage-tokens'],
  ['DELETE', '/api/v2/oauth-tokens/ot-1', 'manage-tokens'],
] as const)('%s %s needs leave to %s, without which it is not found', (method, url, ability) => {
  const all = ['read', 'override', 'manage-tokens'] as const;
  const backend = withTokens(
    { token: 'without', may: all.filter((other) => other !== ability) },
    { token: 'with', may: [ability] },
  );

  const refused = backend.ask(method, url, { token: 'without', ...sent(method) });

  expect([refused.status, refused.text]).toEqual([404, '{"errors":[{"status":"404","title":"not found"}]}']);
  expect(backend.changes.size).toBe(0);
  expect([200, 204]).toContain(backend.ask(method, url, { token: 'with', ...sent(method) }).status);
});

test('a token that may not read finds nothing', () => {
  const backend = withTokens({ token: 'writer', may: ['override'] });

  for (const [method, url] of urls(1).filter(([m, u]) => m === 'GET' && !u.endsWith('/ping'))) {
    expect([url, backend.ask(method, url, { token: 'writer' }).status]).toEqual([url, 404]);
  }
});

test('a stage shows its permissions as those of whoever asks', () => {
  const backend = withTokens({ token: 'reader', may: ['read'] }, { token: 'admin' });
  const seenBy = (token: string): unknown =>
    backend.get('/api/v2/task-stages/ts-1', { token }).data.attributes['permissions'];

  expect(seenBy('reader')).toEqual({
    'can-override-policy': false,
    'can-override-tasks': false,
    'can-override': false,
  });
  expect(seenBy('admin')).toMatchObject({ 'can-override': true });
  expect(backend.get('/api/v2/task-results/taskrs-1', { token: 'reader' }).data).toEqual(
    backend.get('/api/v2/task-results/taskrs-1', { token: 'admin' }).data,
  );
});

test("a session's own token needs nobody's leave", () => {
  const backend = withTokens({ token: 'reader', may: [], sees: [] });

  expect(backend.get('/api/v2/runs/run-2', { token: 'restage-main', everything: true }).status).toBe(200);
  expect(backend.get('/api/v2/runs/run-2', { token: undefined, everything: true }).status).toBe(200);
});
