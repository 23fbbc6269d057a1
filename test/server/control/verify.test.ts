import { expect, test } from 'vitest';
import { type Asked, running } from '../running.js';

async function asked(): Promise<Asked> {
  const server = await running();
  await server.get('/api/v2/task-stages/ts-AtRest');
  await server.get('/api/v2/task-stages/ts-Waiting');
  await server.ask('POST', '/api/v2/task-stages/ts-Waiting/actions/override', { comment: 'agreed' });
  await server.get('/v1/modules?limit=1');
  return server;
}
const verify = (server: Asked, body: unknown) => server.ask('POST', '/__restage/sessions/main/verify', body);

test.each<[what: string, body: object, ok: boolean, found: number]>([
  ['at least one when nothing is said', { on: 'platform.task-stages.show' }, true, 2],
  ['exactly so many', { on: 'platform.task-stages.show', count: 2 }, true, 2],
  ['not so many', { on: 'platform.task-stages.show', count: 1 }, false, 2],
  ['none', { on: 'platform.ping', count: 0 }, true, 0],
  ['at most', { on: 'GET /v1/**', max: 1 }, true, 1],
  ['between', { on: 'GET /api/v2/**', min: 3, max: 5 }, false, 2],
  [
    'with a path parameter',
    { on: 'platform.task-stages.show', where: { path: { task_stage_id: 'ts-Waiting' } } },
    true,
    1,
  ],
  ['with a body', { on: 'platform.task-stages.override', where: { body: { '$.comment': 'agr*' } } }, true, 1],
  [
    'in an order',
    { order: ['platform.task-stages.show', 'platform.task-stages.override', 'GET /v1/**'] },
    true,
    3,
  ],
  ['in no such order', { order: ['GET /v1/**', 'platform.task-stages.show'] }, false, 1],
])('the journal is asked for requests: %s', async (_, body, ok, found) => {
  const answer = await verify(await asked(), body);

  expect([answer.status, answer.at('ok'), answer.at('found')]).toEqual([200, ok, found]);
  expect((answer.at('near') as unknown[]).length === 0).toBe(ok);
});

test('what was missed is told with the requests that almost fit', async () => {
  const wish = { on: 'platform.task-stages.show', where: { path: { task_stage_id: 'ts-Moving' } } };

  const answer = await verify(await asked(), wish);

  expect(answer.at('near.*.path')).toEqual([
    '/api/v2/task-stages/ts-Waiting',
    '/api/v2/task-stages/ts-AtRest',
  ]);
});

test.each<[body: unknown, errors: unknown[]]>([
  [[], ['expected {"on": …, "count": 2} or {"order": [on, …]}']],
  [{ order: [] }, ['order: expected a list of operations, and nothing beside it']],
  [
    { on: 'platform.pong', count: -1, mox: 1 },
    [
      expect.stringContaining('mox: found an unknown key'),
      expect.stringMatching(/^on: found "platform\.pong", expected platform\.ping/),
      'count: found -1, expected a whole number from 0',
    ],
  ],
  [{ on: 'platform.ping', count: 1, max: 2 }, ['count: expected either count, or min and max']],
])('what makes no sense is answered 422 with all that is wrong: %j', async (body, errors) => {
  const answer = await verify(await running(), body);

  expect([answer.status, answer.at('errors')]).toEqual([422, errors]);
});
