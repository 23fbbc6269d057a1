import { expect, test } from 'vitest';
import { type Asked, running } from '../running.js';

const main = '/__restage/sessions/main';

async function story(...lives: unknown[][]): Promise<Asked> {
  const server = await running();
  const stages = lives.map((life, n) => ({
    id: `ts-${n}`,
    stage: 'post_plan',
    life,
    tasks: [{ id: `taskrs-${n}`, name: 'task' }],
  }));
  const scenario = {
    scenario: 'x',
    clock: '2026-03-02T09:00:00Z',
    frozen: true,
    platform: { runs: [{ id: 'run-1', stages }] },
  };
  await server.call('PUT', '/sessions/main/scenario', { scenario } as never);
  return server;
}
const move = (server: Asked, body: unknown) => server.ask('POST', `${main}/clock`, body);
const stamps = async (server: Asked, stage = 'ts-0'): Promise<unknown> =>
  (await server.get(`/api/v2/task-stages/${stage}`)).at('data.attributes.status-timestamps');

test('ten minutes of a stage pass in a moment, and all of its times add up', async () => {
  const server = await story([{ pending: '1m' }, { running: '9m' }, 'passed']);

  const moved = await move(server, { advance: '10m' });

  const stage = await server.get('/api/v2/task-stages/ts-0');
  const result = await server.get('/api/v2/task-results/taskrs-0');
  const times = {
    'pending-at': '2026-03-02T09:00:00.000Z',
    'running-at': '2026-03-02T09:01:00.000Z',
    'passed-at': '2026-03-02T09:10:00.000Z',
  };
  expect(moved.at('clock')).toEqual({ now: '2026-03-02T09:10:00.000Z', frozen: true });
  for (const seen of [stage, result]) {
    expect(seen.at('data.attributes')).toMatchObject({
      status: 'passed',
      'created-at': '2026-03-02T09:00:00.000Z',
      'updated-at': '2026-03-02T09:10:00.000Z',
      'status-timestamps': times,
    });
  }
  expect((await server.get(`${main}/journal`)).at('entries.*.at')).toEqual([
    '2026-03-02T09:10:00.000Z',
    '2026-03-02T09:10:00.000Z',
  ]);
});

test('one long advance is the same as many short ones', async () => {
  const lives = [
    [{ pending: '7s' }, { running: '5s' }, 'passed'],
    [{ pending: '3s' }, { running: '20s' }, 'failed'],
  ];
  const [once, often] = [await story(...lives), await story(...lives)];

  await move(once, { advance: '1m' });
  for (let second = 0; second < 60; second++) await move(often, { advance: '1s' });

  expect([await stamps(often), await stamps(often, 'ts-1')]).toEqual([
    await stamps(once),
    await stamps(once, 'ts-1'),
  ]);
});

test('everything that is due has happened when the clock has moved, without anybody asking', async () => {
  const server = await story([{ pending: '5s' }, { running: 'signal go' }, 'passed']);

  await move(server, { set: '2026-03-02T09:00:05Z' });

  expect((await server.ask('POST', `${main}/signals/go`)).at('moved')).toBe(1);
});

test('a clock that is set back changes nothing that has happened', async () => {
  const server = await story([{ pending: '5s' }, 'passed']);
  await move(server, { advance: '10s' });

  const back = await move(server, { set: '2026-03-02T08:00:00+00:00' });

  expect(back.at('clock.now')).toBe('2026-03-02T08:00:00.000Z');
  expect(await stamps(server)).toMatchObject({ 'passed-at': '2026-03-02T09:00:05.000Z' });
});

test.each([
  [{}, 'expected {"advance": "90s"} or {"set": "2026-03-02T09:00:00Z"}'],
  [
    { advance: '1s', set: '2026-03-02T09:00:00Z' },
    'expected {"advance": "90s"} or {"set": "2026-03-02T09:00:00Z"}',
  ],
  [{ advance: '1 s' }, 'advance: found "1 s", expected a duration such as "90s" or "1.5h"'],
  [{ advance: 90 }, 'advance: found 90, expected a duration such as "90s" or "1.5h"'],
  [{ set: 'noon' }, 'set: found "noon", expected a time such as "2026-03-02T09:00:00Z"'],
  [
    { set: '2026-13-02T09:00:00Z' },
    'set: found "2026-13-02T09:00:00Z", expected a time such as "2026-03-02T09:00:00Z"',
  ],
])('a wish that makes no sense is answered 422: %j', async (body, why) => {
  const server = await story([{ pending: '5s' }, 'passed']);

  const refused = await move(server, body);

  expect([refused.status, refused.at('errors')]).toEqual([422, [why]]);
});

test('a signal that nobody waits for is answered 409', async () => {
  const server = await story([{ pending: '5s' }, 'passed']);

  const refused = await server.ask('POST', `${main}/signals/go`);

  expect([refused.status, refused.at('errors')]).toEqual([
    409,
    ['no lifecycle in session main waits for the signal "go" now'],
  ]);
});
