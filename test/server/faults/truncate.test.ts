import { expect, test } from 'vitest';
import { truncate } from '../../../src/server/faults/truncate.js';
import { faulty } from './faulty.js';

test('so many bytes come, all of them were promised, and then the connection is closed', async () => {
  const { get } = await faulty({ truncate: 200 }, { times: 1 });

  const { status, promised, body, end } = await get();
  const whole = await get();

  expect(status).toBe(200);
  expect(promised).toBe(whole.body.length);
  expect(body).toEqual(whole.body.subarray(0, 200));
  expect(end).toBe('closed');
});

test.each([0, 1, '0.5KB'])('%s is exact', async (size) => {
  const { body, end } = await (await faulty({ truncate: size })).get();

  expect([body.length, end]).toEqual([size === '0.5KB' ? 500 : size, 'closed']);
});

test('a body that is shorter comes whole, and the connection stays', async () => {
  const { promised, body, end } = await (await faulty({ truncate: '1MB' })).get();

  expect([body.length, end]).toEqual([promised, 'open']);
});

test('HEAD and answers without a body are as ever', async () => {
  const { server, get } = await faulty({ truncate: 5 });
  await server.call('POST', '/sessions/main/steps', { on: 'platform.ping', fault: { truncate: 0 } });

  const head = await get(undefined, 'HEAD');
  const empty = await get('/api/v2/ping');

  expect([head.status, head.body.length, head.end]).toEqual([200, 0, 'open']);
  expect([empty.status, empty.end]).toEqual([204, 'open']);
});

test('fetch in the same process gets an error after the bytes that came', async () => {
  const { server } = await faulty({ truncate: 200 });

  const answer = await server.fetch(
    new Request(`${server.url}/api/v2/task-stages/ts-AtRest`, { headers: { authorization: 'Bearer x' } }),
  );

  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
});

test('nothing is cut where nothing is asked for', () => {
  const body = new Uint8Array([1, 2, 3]);

  expect([truncate(body, undefined), truncate(body, 2), truncate(body, 9)]).toEqual([
    body,
    new Uint8Array([1, 2]),
    body,
  ]);
});
