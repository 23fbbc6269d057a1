import { expect, test } from 'vitest';
import { faulty } from './faulty.js';

test('not a byte comes, until the client has had enough', async () => {
  const { server, begin, arrived } = await faulty({ hang: true });
  const { socket, seen } = begin();
  await arrived(1);

  const others = await server.get('/api/v2/ping');
  socket.end();

  expect(others.status).toBe(204);
  expect(await seen).toMatchObject({ text: '', end: 'closed' });
});

test('a server that stops does not wait for those that hang', async () => {
  const { server, begin, arrived } = await faulty({ hang: true });
  const hanging = [begin(), begin(), begin()];
  await arrived(3);

  await server.close();

  const ends = await Promise.all(hanging.map(({ seen }) => seen));
  expect(ends.map(({ text, end }) => [text, end])).toEqual(hanging.map(() => ['', 'closed']));
});

test('a caller in the same process that gives up gets its own reason', async () => {
  const { server } = await faulty({ hang: true });
  const giveUp = new AbortController();
  const request = new Request(`${server.url}/api/v2/task-stages/ts-AtRest`, { signal: giveUp.signal });

  const asked = Promise.resolve(server.fetch(request));
  giveUp.abort(new Error('enough'));

  await expect(asked).rejects.toThrow('enough');
});
