import { expect, test } from 'vitest';
import { type Answered, type Asked, running } from '../server/running.js';

async function limited(limits: object): Promise<Asked> {
  const server = await running();
  const scenario = { scenario: 'limited', clock: '2026-03-02T09:00:00Z', frozen: true, limits };
  await server.call('PUT', '/sessions/main/scenario', { scenario } as never);
  return server;
}
const ping = '/api/v2/ping';
const advance = (server: Asked, by: string): Promise<unknown> =>
  server.call('POST', '/sessions/main/clock', { advance: by });
const rateHeaders = ({ headers }: Answered): (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
const notes = async (server: Asked): Promise<unknown> =>
  (await server.get('/__restage/sessions/main/journal')).at('entries.*.note');

test('every answer of a limited platform says how much is left and for how many seconds', async () => {
  const server = await limited({ platform: { rate: 3, per: '1500ms' } });

  const first = await server.get(ping);
  await advance(server, '250ms');
  const second = await server.get('/api/v2/runs/nobody');

  expect([first.status, rateHeaders(first)]).toEqual([204, ['3', '2', '1.500']]);
  expect([second.status, rateHeaders(second)]).toEqual([404, ['3', '1', '1.250']]);
});

test('the platform turns away in its own shape, with retry-after in whole seconds', async () => {
  const server = await limited({ platform: { rate: 1, per: '1500ms' } });
  await server.get(ping);

  const refused = await server.get(ping);

  expect([refused.status, refused.headers.get('retry-after'), rateHeaders(refused)]).toEqual([
    429,
    '2',
    ['1', '0', '1.500'],
  ]);
  expect(refused.headers.get('content-type')).toContain('application/vnd.api+json');
  expect(refused.at('errors')).toEqual([
    {
      status: '429',
      title: 'Too many requests',
      detail: "You have exceeded the API's rate limit of 1 request per 1.5 seconds.",
    },
  ]);
});

test('the registry turns away in its own shape, and without the headers of the platform', async () => {
  const server = await limited({ registry: { rate: 1, per: '1m' } });
  const first = await server.get('/v1/modules');

  const refused = await server.get('/v1/modules');

  expect([first.status, rateHeaders(first)]).toEqual([200, [null, null, null]]);
  expect([refused.status, refused.headers.get('retry-after'), rateHeaders(refused)]).toEqual([
    429,
    '60',
    [null, null, null],
  ]);
  expect(refused.at('errors.0')).toBeTypeOf('string');
});

test('a window is over when the session’s clock says so, and each API has its own', async () => {
  const server = await limited({ platform: { rate: 1, per: '10s' }, registry: { rate: 1, per: '20s' } });
  const both = async (): Promise<number[]> => [
    (await server.get(ping)).status,
    (await server.get('/v1/modules')).status,
  ];

  const seen = [await both(), await both()];
  await advance(server, '10s');
  seen.push(await both());
  await advance(server, '10s');
  seen.push(await both());

  expect(seen).toEqual([
    [204, 200],
    [429, 429],
    [204, 429],
    [204, 200],
  ]);
});

test.each([
  ['token', [204, 429, 204]],
  ['address', [204, 429, 429]],
  ['session', [204, 429, 429]],
])('what shares a window is said by: %s', async (by, expected) => {
  const server = await limited({ platform: { rate: 1, per: '1m', by } });

  const statuses = [];
  for (const token of ['a', 'a', 'b']) {
    statuses.push((await server.get(ping, { authorization: `Bearer ${token}` })).status);
  }

  expect(statuses).toEqual(expected);
});

test('sessions share no window', async () => {
  const server = await running({ scenario: 'rate-limited' });
  for (let time = 0; time < 6; time++) await server.get(ping);

  expect((await server.get(ping)).status).toBe(429);
  expect((await server.get(`/~other${ping}`)).status).toBe(204);
});

test('a client that came back before it was allowed to is marked in the journal; one that waited is not', async () => {
  const server = await limited({ platform: { rate: 1, per: '2s' } });

  await server.get(ping);
  await server.get(ping);
  await advance(server, '500ms');
  await server.get(ping);
  await advance(server, '1500ms');
  await server.get(ping);

  expect(await notes(server)).toEqual([undefined, undefined, { 'too-early': '1500ms' }, undefined]);
});

test('no token is kept with the windows', async () => {
  const server = await limited({ platform: { rate: 1, per: '2s' } });
  await server.get(ping, { authorization: 'Bearer made-up-token' });

  const state = await server.get('/__restage/sessions/main/state');

  expect(state.at('ledger.limits')).toBeDefined();
  expect(state.text).not.toContain('made-up-token');
});
