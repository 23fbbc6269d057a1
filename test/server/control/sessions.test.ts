import { expect, test } from 'vitest';
import { running } from '../running.js';

const sessions = '/__restage/sessions';

test('a session is made with what was wished for, and told in full', async () => {
  const server = await running();

  const made = await server.ask('POST', sessions, { name: 'b', scenario: 'all-passed', seed: 9 });

  expect(made.status).toBe(201);
  expect(JSON.parse(made.text)).toEqual({
    name: 'b',
    mode: 'serve',
    scenario: 'all-passed',
    seed: 9,
    clock: { now: '2026-03-02T09:00:00.000Z', frozen: true },
    url: 'http://127.0.0.1/~b',
    platform: 'http://127.0.0.1/~b/api/v2',
    registry: 'http://127.0.0.1/~b/v1/modules/',
    registryV2: 'http://127.0.0.1/~b/v2/modules/',
  });
  expect((await server.get(sessions)).at('sessions.*.name')).toEqual(['b', 'main']);
});

test('sessions without a name get the next one that is free', async () => {
  const server = await running();
  await server.ask('POST', sessions, { name: 's-2' });

  const names = [1, 2, 3].map(async () => (await server.ask('POST', sessions, {})).at('name'));

  expect((await Promise.all(names)).toSorted()).toEqual(['s-1', 's-3', 's-4']);
});

test('a session that owns a port answers there without being named', async () => {
  const server = await running({ listen: true, port: 0 });

  const made = (await server.call('POST', '/sessions', { name: 'p', port: true })) as {
    port: number;
    url: string;
  };
  await fetch(`${made.url}/api/v2/ping`, { headers: { 'restage-session': 'other' } });

  expect(made.url).toMatch(new RegExp(`:${made.port}$`));
  expect((await server.get(`${sessions}/p/journal`)).at('entries.*.path')).toEqual(['/api/v2/ping']);
  await server.call('DELETE', '/sessions/p');
  await expect(fetch(`${made.url}/api/v2/ping`)).rejects.toThrow('fetch failed');
});

test('reading makes no session; an API request that names one does', async () => {
  const server = await running();

  const before = await server.get(`${sessions}/x/journal`);
  await server.get('/api/v2/ping', { 'restage-session': 'x' });

  expect([before.status, before.at('errors.0')]).toEqual([
    404,
    expect.stringContaining('there is no session "x"'),
  ]);
  expect((await server.get(`${sessions}/x/journal`)).at('entries.*.seq')).toEqual([1]);
});

test('what is wrong with a wish is told all at once', async () => {
  const server = await running();

  const refused = await server.ask('POST', sessions, {
    name: 'a/b',
    seed: -1,
    scenario: 7,
    port: 'yes',
    colour: 1,
  });

  expect(refused.status).toBe(422);
  expect(refused.at('errors')).toEqual([
    'colour: not known here, expected one of name, scenario, seed, port',
    'name: found "a/b", expected 1 to 64 letters, digits, dots, dashes or underscores',
    'scenario: found 7, expected a name or a whole scenario',
    'seed: found -1, expected a whole number from 0 to 4294967295',
    'port: found "yes", expected true',
  ]);
});

test('a name that is taken is answered 409, and main cannot be deleted', async () => {
  const server = await running();
  await server.ask('POST', sessions, { name: 'a' });

  const taken = await server.ask('POST', sessions, { name: 'a' });
  const main = await server.ask('DELETE', `${sessions}/main`);
  const gone = [await server.ask('DELETE', `${sessions}/a`), await server.ask('DELETE', `${sessions}/a`)];

  expect([taken.status, main.status, ...gone.map(({ status }) => status)]).toEqual([409, 409, 204, 404]);
});

test('a state that was taken can be put back', async () => {
  const server = await running();
  const state = await server.get(`${sessions}/main/state`);
  await server.ask('DELETE', '/api/v2/oauth-tokens/ot-Robot');

  const back = await server.ask('PUT', `${sessions}/main/state`, state.text);

  expect(back.status).toBe(200);
  expect((await server.get('/api/v2/oauth-tokens/ot-Robot')).status).toBe(200);
  const wrong = await server.ask('PUT', `${sessions}/main/state`, {
    ledger: { world: { x: 1 }, clock: { now: 'noon' } },
  });
  expect([wrong.status, (wrong.at('errors') as string[]).length]).toEqual([422, 2]);
});
