import { expect, test } from 'vitest';
import { running } from '../running.js';

const explain = '/__restage/sessions/main/explain';

test('explain tells who would answer and why', async () => {
  const server = await running({ scenario: 'awaiting-override' });
  const ask = async (url: string, method = 'GET'): Promise<unknown[]> => {
    const told = await server.ask('POST', explain, { method, url });
    return ['operation', 'source', 'status', 'step', 'why'].map((name) => told.at(name));
  };

  expect(await ask('/api/v2/ping')).toEqual([
    'platform.ping',
    'emulated',
    204,
    undefined,
    'no step takes it; the emulated backend knows the operation',
  ]);
  expect(await ask('/v1/modules/acme/network/aws/versions')).toEqual([
    'registry.modules.versions',
    'scripted',
    429,
    'steps[0]',
    'steps[0] takes it',
  ]);
  expect(await ask('http://127.0.0.1/somewhere')).toEqual([
    null,
    'refused',
    501,
    undefined,
    expect.stringContaining('GET /somewhere belongs to neither of the two APIs'),
  ]);
});

test('explain changes nothing: no count, no read, no journal', async () => {
  const server = await running({ scenario: 'awaiting-override' });
  const before = (await server.get('/__restage/sessions/main/state')).at('ledger');

  for (let time = 0; time < 5; time++) {
    await server.ask('POST', explain, { method: 'GET', url: '/v1/modules/acme/network/aws/versions' });
    await server.ask('POST', explain, { method: 'DELETE', url: '/api/v2/oauth-tokens/ot-1' });
  }

  expect((await server.get('/__restage/sessions/main/state')).at('ledger')).toEqual(before);
  expect((await server.get('/__restage/sessions/main/journal')).at('entries')).toEqual([]);
});

test('a fault that would befall the answer is told', async () => {
  const server = await running();
  await server.call('POST', '/sessions/main/steps', {
    on: 'platform.ping',
    fault: { delay: '2s', reset: true },
  });

  const told = await server.ask('POST', explain, { method: 'GET', url: '/api/v2/ping' });

  expect([told.at('source'), (told.at('fault') as string[]).toSorted()]).toEqual([
    'scripted',
    ['reset', 'wait'],
  ]);
});

test('a request that is none is answered 422 with all that is wrong', async () => {
  const server = await running();

  const told = await server.ask('POST', explain, { method: 7, url: 'elsewhere', headers: [], boody: 1 });

  expect(told.status).toBe(422);
  expect(told.at('errors')).toEqual([
    'boody: not known here, expected method, url, headers or body',
    'method: expected a method such as "GET"',
    'url: expected a path or an absolute URL',
    'headers: expected texts by name',
  ]);
});
