import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { aRun, aStage, aStory } from './stories.js';

const backend = new Backend(aStory());

test('a ping is answered with headers alone', () => {
  const { status, text, headers } = backend.get('/api/v2/ping');

  expect([status, text]).toEqual([204, null]);
  expect(headers).toMatchObject({
    'tfp-api-version': '2.6',
    'tfp-appname': 'HCP Terraform',
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': '0.0',
  });
});

test('every document and error carries the platform headers', () => {
  for (const url of ['/api/v2/runs/run-1', '/api/v2/runs/run-none']) {
    expect(backend.get(url).headers).toMatchObject({
      'content-type': 'application/vnd.api+json; charset=utf-8',
      'tfp-api-version': '2.6',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('a run names its workspace and stages', () => {
  const { status, data } = backend.get('/api/v2/runs/run-1');

  expect(status).toBe(200);
  expect(data).toMatchObject({
    id: 'run-1',
    type: 'runs',
    attributes: { status: 'pending', 'plan-only': false },
    relationships: {
      workspace: { data: { type: 'workspaces', id: 'ws-1' } },
      'task-stages': {
        data: [{ type: 'task-stages', id: 'ts-1' }],
        links: { related: '/api/v2/runs/run-1/task-stages' },
      },
    },
    links: { self: '/api/v2/runs/run-1' },
  });
});

test.each([
  ['pending', 'pending'],
  ['running', 'post_plan_running'],
  ['passed', 'post_plan_completed'],
  ['awaiting_override', 'post_plan_awaiting_decision'],
  ['failed', 'errored'],
  ['errored', 'errored'],
  ['canceled', 'canceled'],
  ['unreachable', 'pending'],
] as const)('a run whose stage is %s is %s', (starts, status) => {
  const story = aStory({ runs: [aRun({ stages: [aStage({ starts })] })] });

  expect(new Backend(story).get('/api/v2/runs/run-1').data.attributes['status']).toBe(status);
});

test('two runs may share a workspace', () => {
  const story = aStory({ runs: [aRun({ stages: [] }), aRun({ id: 'run-2', stages: [] })] });

  const { status, data } = new Backend(story).get('/api/v2/workspaces/ws-1');

  expect([status, data.type, data.attributes['name']]).toEqual([200, 'workspaces', 'ws-1']);
});

test('an OAuth client names its organization and tokens', () => {
  const { data } = backend.get('/api/v2/oauth-clients/oc-1');

  expect(data.relationships).toEqual({
    organization: { data: { type: 'organizations', id: 'acme' } },
    'oauth-tokens': {
      data: [
        { type: 'oauth-tokens', id: 'ot-1' },
        { type: 'oauth-tokens', id: 'ot-2' },
      ],
      links: { related: '/api/v2/oauth-clients/oc-1/oauth-tokens' },
    },
  });
});

test.each(['runs/run-none', 'workspaces/ws-none', 'oauth-clients/oc-none'])(
  'what is not there is not found: %s',
  (path) => {
    expect(backend.get(`/api/v2/${path}`).status).toBe(404);
  },
);
