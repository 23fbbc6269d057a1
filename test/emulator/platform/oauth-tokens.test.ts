import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSshKey } from '../../../src/edges/ssh-key.js';
import { Backend } from './backend.js';
import { aClient, aStory } from './stories.js';

const url = '/api/v2/oauth-tokens/ot-1';
const listUrl = '/api/v2/oauth-clients/oc-1/oauth-tokens';
const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const patch = (data: unknown): { body: string; isSshKey: typeof isSshKey } => ({
  body: JSON.stringify({ data }),
  isSshKey,
});
const withKey = (sshKey: unknown): unknown => ({ type: 'oauth-tokens', attributes: { 'ssh-key': sshKey } });

test('a token is shown as documented', () => {
  const { status, data } = new Backend(aStory()).get(url);

  expect(status).toBe(200);
  expect(data).toEqual({
    id: 'ot-1',
    type: 'oauth-tokens',
    attributes: {
      'created-at': '2026-03-02T09:00:00.000Z',
      'service-provider-user': 'octocat',
      'has-ssh-key': false,
    },
    relationships: {
      'oauth-client': {
        data: { id: 'oc-1', type: 'oauth-clients' },
        links: { related: '/api/v2/oauth-clients/oc-1' },
      },
    },
    links: { self: '/api/v2/oauth-tokens/ot-1' },
  });
});

test('the links of a token lead back into the session', () => {
  const { data } = new Backend(aStory()).get(url, { prefix: '/~blue' });

  expect(data.links.self).toBe('/~blue/api/v2/oauth-tokens/ot-1');
  expect(data.relationships['oauth-client']?.links?.related).toBe('/~blue/api/v2/oauth-clients/oc-1');
});

const many = aClient({
  tokens: Array.from({ length: 45 }, (_, n) => ({ id: `ot-${n + 1}`, user: null, 'has-ssh-key': false })),
});

test.each([listUrl, '/api/v2/organizations/acme/oauth-tokens'])(
  'without page parameters all tokens are listed at once: %s',
  (path) => {
    const { status, list, links, meta } = new Backend(aStory({ 'oauth-clients': [many] })).get(`${path}?x=1`);

    expect([status, list.length, links, meta]).toEqual([200, 45, undefined, undefined]);
  },
);

test.each(['page[number]=3', 'page[number]=3&page[size]=20'])('with %s the list is paged', (query) => {
  const { list, meta, links } = new Backend(aStory({ 'oauth-clients': [many] })).get(`${listUrl}?${query}`);

  expect(list.map(({ id }) => id)).toEqual(['ot-41', 'ot-42', 'ot-43', 'ot-44', 'ot-45']);
  expect(meta?.pagination).toMatchObject({ 'total-pages': 3, 'total-count': 45, 'page-size': 20 });
  expect(links?.['prev']).toBe(`${listUrl}?page%5Bnumber%5D=2&page%5Bsize%5D=20`);
});

test('the size alone asks for the first page', () => {
  const { list, meta } = new Backend(aStory({ 'oauth-clients': [many] })).get(`${listUrl}?page[size]=2`);

  expect([list.length, meta?.pagination['current-page']]).toEqual([2, 1]);
});

test('an organization lists the tokens of all its clients and of no other', () => {
  const clients = [
    aClient(),
    aClient({ id: 'oc-2', tokens: [{ id: 'ot-3', user: 'hubot', 'has-ssh-key': false }] }),
    aClient({
      id: 'oc-3',
      organization: 'other',
      tokens: [{ id: 'ot-4', user: null, 'has-ssh-key': false }],
    }),
  ];
  const backend = new Backend(aStory({ 'oauth-clients': clients }));

  const all = backend.get('/api/v2/organizations/acme/oauth-tokens');
  const paged = backend.get('/api/v2/organizations/acme/oauth-tokens?page[size]=2&page[number]=2');

  expect(all.list.map(({ id }) => id)).toEqual(['ot-1', 'ot-2', 'ot-3']);
  expect([paged.list.map(({ id }) => id), paged.meta?.pagination['total-count']]).toEqual([['ot-3'], 3]);
});

test.each([
  '/api/v2/oauth-tokens/ot-none',
  '/api/v2/oauth-clients/oc-none/oauth-tokens',
  '/api/v2/organizations/nobody/oauth-tokens',
])('what is not there is not found: %s', (path) => {
  expect(new Backend(aStory()).get(path).text).toBe('{"errors":[{"status":"404","title":"not found"}]}');
});

test('a private key turns has-ssh-key on and is itself kept nowhere', () => {
  const backend = new Backend(aStory());

  const { status, data, text } = backend.ask(
    'PATCH',
    url,
    patch({ id: 'ot-1', type: 'oauth-tokens', attributes: { 'ssh-key': key, nickname: 'ignored' } }),
  );

  expect([status, data.attributes['has-ssh-key']]).toEqual([200, true]);
  expect(backend.get(url).data).toEqual(data);
  const secret = key.split('\n')[1]!;
  for (const place of [text, JSON.stringify([...backend.changes]), JSON.stringify(backend.notes)]) {
    expect(place).not.toContain(secret);
  }
});

test('a token keeps its SSH key when a further one is sent', () => {
  const backend = new Backend(aStory());

  const { data } = backend.ask('PATCH', '/api/v2/oauth-tokens/ot-2', patch(withKey(key)));

  expect([data.attributes['has-ssh-key'], backend.changes.size]).toEqual([true, 0]);
});

test('an update without a key answers with the token unchanged', () => {
  const backend = new Backend(aStory());

  const { status, data } = backend.ask('PATCH', url, patch({ type: 'oauth-tokens', attributes: {} }));

  expect([status, data.attributes['has-ssh-key'], backend.changes.size]).toEqual([200, false, 0]);
});

test.each([
  ['no body', undefined, '/data'],
  ['an empty body', '', '/data'],
  ['no JSON', '{"data":', '/data'],
  ['a list', '[]', '/data'],
  ['no data', '{}', '/data'],
  ['data that is a list', '{"data":[]}', '/data'],
  ['no type', '{"data":{"attributes":{}}}', '/data/type'],
  ['a foreign type', '{"data":{"type":"oauth-clients","attributes":{}}}', '/data/type'],
  ['no attributes', '{"data":{"type":"oauth-tokens"}}', '/data/attributes'],
  ['attributes that are text', '{"data":{"type":"oauth-tokens","attributes":"x"}}', '/data/attributes'],
  ['a foreign id', '{"data":{"type":"oauth-tokens","id":"ot-2","attributes":{}}}', '/data/id'],
  ['an id that is a number', '{"data":{"type":"oauth-tokens","id":1,"attributes":{}}}', '/data/id'],
])('an update with %s is unprocessable', (_, body, pointer) => {
  const { status, errors } = new Backend(aStory()).ask('PATCH', url, body === undefined ? {} : { body });

  expect(status).toBe(422);
  expect(errors).toEqual([
    {
      status: '422',
      title: 'unprocessable entity',
      detail: expect.any(String) as string,
      source: { pointer },
    },
  ]);
});

test.each([
  ['a number', 7, 'Ssh key must be a string'],
  ['null', null, 'Ssh key must be a string'],
  ['a word', 'made-up-not-a-key', 'Ssh key is invalid'],
  ['a public key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMadeUp made-up', 'Ssh key is invalid'],
  ['no text', '', 'Ssh key is invalid'],
])('a key that is %s is an invalid attribute, and the answer does not repeat it', (_, sshKey, detail) => {
  const backend = new Backend(aStory());

  const { status, errors, text } = backend.ask('PATCH', url, patch(withKey(sshKey)));

  expect(status).toBe(422);
  expect(errors).toEqual([
    { status: '422', title: 'invalid attribute', detail, source: { pointer: '/data/attributes/ssh-key' } },
  ]);
  expect(text).not.toContain('made-up');
  expect(backend.changes.size).toBe(0);
});

test('an update tells everything that is wrong with it', () => {
  const { errors } = new Backend(aStory()).ask(
    'PATCH',
    url,
    patch({ id: 'ot-9', attributes: { 'ssh-key': [] } }),
  );

  expect(errors.map(({ source }) => source?.pointer)).toEqual([
    '/data/type',
    '/data/id',
    '/data/attributes/ssh-key',
  ]);
});

test('a destroyed token is gone everywhere', () => {
  const backend = new Backend(aStory());

  const { status, text, headers } = backend.ask('DELETE', url);

  expect([status, text, headers['content-type']]).toEqual([204, null, undefined]);
  expect(headers['tfp-api-version']).toBe('2.6');
  expect(backend.get(url).status).toBe(404);
  expect(backend.ask('DELETE', url).status).toBe(404);
  expect(backend.ask('PATCH', url, patch(withKey(key))).status).toBe(404);
  for (const list of [listUrl, '/api/v2/organizations/acme/oauth-tokens', `${listUrl}?page[number]=1`]) {
    expect(backend.get(list).list.map(({ id }) => id)).toEqual(['ot-2']);
  }
  expect(backend.get('/api/v2/oauth-clients/oc-1').data.relationships['oauth-tokens']?.data).toEqual([
    { type: 'oauth-tokens', id: 'ot-2' },
  ]);
});

test('a client without tokens still lists them', () => {
  const backend = new Backend(aStory());
  backend.ask('DELETE', url);
  backend.ask('DELETE', '/api/v2/oauth-tokens/ot-2');

  expect([backend.get(listUrl).status, backend.get(listUrl).list]).toEqual([200, []]);
});
