import { expect, test } from 'vitest';
import { type Faulty, faulty, stage } from './faulty.js';

const journalMs = async ({ server }: Faulty): Promise<number[]> =>
  (await server.get('/__restage/sessions/main/journal')).at('entries.*.ms') as number[];

test.each<[what: string, delay: unknown, least: number, most: number]>([
  ['fixed', '30ms', 30, 1000],
  ['from a range', { from: '20ms', to: '40ms' }, 20, 1000],
  ['log-normal', { median: '20ms', sigma: 0 }, 20, 1000],
])('an answer waits in real time: %s', async (_, delay, least, most) => {
  const stand = await faulty({ delay });

  const { status } = await stand.get();

  const [ms] = await journalMs(stand);
  expect(status).toBe(200);
  expect(ms).toBeGreaterThanOrEqual(least - 2);
  expect(ms).toBeLessThan(most);
});

test('an answer that waits on the clock comes when the clock was advanced far enough, and not before', async () => {
  const { begin, arrived, advance } = await faulty({ delay: { clock: '10m' } });
  const { socket, seen } = begin();
  let came = 0;
  socket.on('data', () => came++);
  await arrived(1);

  await advance('9m');
  const early = came;
  await advance('2m');

  expect(early).toBe(0);
  expect((await seen).status).toBe(200);
});

test('answers that wait on the clock come in the order in which they fall due', async () => {
  const stand = await faulty({ delay: { clock: '3m' } }, { where: { query: { wait: '3' } } });
  for (const minutes of [1, 2]) {
    await stand.server.call('POST', '/sessions/main/steps', {
      on: 'platform.task-stages.show',
      where: { query: { wait: minutes } },
      fault: { delay: { clock: `${minutes}m` } },
    });
  }
  const order: number[] = [];
  const asked = [3, 1, 2].map(async (wait) => {
    await stand.get(`${stage}?wait=${wait}`);
    order.push(wait);
  });
  await stand.arrived(3);

  await stand.advance('1h');

  await Promise.all(asked);
  expect(order).toEqual([1, 2, 3]);
});

test('a clock that moves by itself ends the wait too', async () => {
  const stand = await faulty({ delay: { clock: '20ms' } });

  const { status } = await stand.get();

  expect(status).toBe(200);
  expect((await journalMs(stand))[0]).toBeGreaterThanOrEqual(18);
});

test.each(['reset', 'DELETE'])(
  'whoever waits on the clock of a session need not when it is gone: %s',
  async (how) => {
    const { server, begin, arrived } = await faulty({ delay: { clock: '1h' } });
    const name = how === 'reset' ? 'main' : 'other';
    const step = { on: 'platform.ping', fault: { delay: { clock: '1h' } } };
    await server.call('POST', `/sessions/${name}/steps`, step);
    const { seen } = begin(name === 'main' ? '/api/v2/ping' : '/~other/api/v2/ping');
    await arrived(1, name);

    await (how === 'reset'
      ? server.call('POST', '/sessions/main/reset', {})
      : server.call('DELETE', '/sessions/other'));

    expect((await seen).status).toBe(204);
  },
);

test('a server that stops lets nobody wait', async () => {
  const { server, begin, arrived } = await faulty({ delay: '1h' });
  const { seen } = begin();
  await arrived(1);

  await server.close();

  expect((await seen).end).not.toBe('ECONNRESET');
});

test('the wait comes before any other fault', async () => {
  const { begin, arrived, advance } = await faulty({ delay: { clock: '1m' }, reset: true });
  const { seen } = begin();
  await arrived(1);

  await advance('1m');

  expect(await seen).toMatchObject({ text: '', end: 'ECONNRESET' });
});
