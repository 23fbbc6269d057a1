import { expect, test } from 'vitest';
import { type Asked, running } from '../server/running.js';

const main = '/__restage/sessions/main';
const ping = '/api/v2/ping';

async function busy(status: number, headers: object, times = 1): Promise<Asked> {
  const server = await running();
  const scenario = {
    scenario: 'busy',
    clock: '2026-03-02T09:00:00Z',
    frozen: true,
    steps: [{ on: 'platform.ping', times, respond: { status, headers } }],
  };
  await server.call('PUT', '/sessions/main/scenario', { scenario } as never);
  return server;
}
const advance = (server: Asked, by: string): Promise<unknown> =>
  server.call('POST', '/sessions/main/clock', { advance: by });
const notes = async (server: Asked): Promise<unknown> =>
  (await server.get(`${main}/journal`)).at('entries.*.note');

test.each([429, 503])('who does not wait as long as a step says is noted, once: %d', async (status) => {
  const server = await busy(status, { 'retry-after': 3 });

  await server.get(ping);
  await advance(server, '1s');
  await server.get(ping);
  await server.get(ping);

  expect(await notes(server)).toEqual([undefined, { 'too-early': '2000ms' }, undefined]);
});

test('who waits is not noted, however often they are told to', async () => {
  const server = await busy(429, { 'retry-after': 3 }, 2);

  for (let time = 0; time < 3; time++) {
    await server.get(ping);
    await advance(server, '3s');
  }

  expect(await notes(server)).toEqual([undefined, undefined, undefined]);
});

test('another client, and another request of the same, need not wait', async () => {
  const server = await busy(429, { 'retry-after': 3 });

  await server.get(ping);
  await server.get(ping, { authorization: 'Bearer another' });
  await server.get('/api/v2/oauth-tokens/ot-1');

  expect(await notes(server)).toEqual([undefined, undefined, undefined]);
});

test('without a number of seconds nobody is told to wait', async () => {
  const server = await busy(503, {});

  await server.get(ping);
  await server.get(ping);

  expect(await notes(server)).toEqual([undefined, undefined]);
});

test('those who never come back are forgotten when there are many, and their tokens are not kept', async () => {
  const server = await busy(429, { 'retry-after': 3 }, 2000);

  for (let n = 0; n < 1100; n++) await server.get(ping, { authorization: `Bearer made-up-${n}` });

  const state = await server.get(`${main}/state`);
  expect(Object.keys(state.at('ledger.waits') as object)).toHaveLength(1000);
  expect(state.text).not.toContain('made-up');
});
