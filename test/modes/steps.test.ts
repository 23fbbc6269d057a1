import { expect, test } from 'vitest';
import { type Asked, running } from '../server/running.js';

const main = '/__restage/sessions/main';
const ping = '/api/v2/ping';

async function withSteps(...steps: object[]): Promise<Asked> {
  const server = await running();
  const scenario = {
    scenario: 'steps',
    platform: {
      'oauth-clients': [{ id: 'oc-1', organization: 'acme', tokens: [{ id: 'ot-1', user: 'octocat' }] }],
    },
    steps,
  };
  await server.call('PUT', '/sessions/main/scenario', { scenario } as never);
  return server;
}
async function statuses(server: Asked, path: string, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push((await server.get(path)).status);
  return all;
}

test('the first step that matches decides, and one that is used up lets the next have its turn', async () => {
  const server = await withSteps(
    { on: 'platform.ping', times: 2, respond: { status: 500 } },
    { on: 'GET /api/v2/*', times: 1, respond: { status: 502 } },
  );

  expect(await statuses(server, ping, 4)).toEqual([500, 500, 502, 204]);
});

test('nth and every count all requests that match, also those that an earlier step took', async () => {
  const server = await withSteps(
    { on: 'platform.ping', nth: [2], respond: { status: 500 } },
    { on: 'platform.ping', every: 3, respond: { status: 503 } },
  );

  expect(await statuses(server, ping, 7)).toEqual([204, 500, 503, 204, 204, 503, 204]);
});

test('a step that only changes lets the next source answer: headers, members, world', async () => {
  const server = await withSteps({
    on: 'platform.oauth-tokens.show',
    set: { 'oauth-tokens/ot-1': { 'has-ssh-key': true } },
    patch: { '$.data.attributes.service-provider-user': 'somebody', '$.data.extra': [1] },
    headers: { 'x-seen': 'yes' },
  });

  const answer = await server.get('/api/v2/oauth-tokens/ot-1');

  expect(answer.headers.get('x-seen')).toBe('yes');
  expect(answer.at('data.attributes')).toMatchObject({
    'has-ssh-key': true,
    'service-provider-user': 'somebody',
  });
  expect(answer.at('data.extra')).toEqual([1]);
  expect((await server.get(`${main}/journal`)).at('entries.0')).toMatchObject({
    source: 'emulated',
    step: 'steps[0]',
  });
});

test('a step that answers is the source, whatever lies behind it', async () => {
  const server = await withSteps({ name: 'mine', on: 'GET /api/v2/no/such/**', respond: { body: { a: 1 } } });

  const answer = await server.get('/api/v2/no/such/path/at/all');

  expect([answer.status, answer.at('a')]).toEqual([200, 1]);
  expect((await server.get(`${main}/journal`)).at('entries.0')).toMatchObject({
    source: 'scripted',
    step: 'mine',
  });
});

test('what is put in stands in its list and is named by its parent, and goes again', async () => {
  const list = '/api/v2/oauth-clients/oc-1/oauth-tokens';
  const server = await withSteps(
    {
      on: 'platform.ping',
      nth: [1],
      set: {
        'oauth-tokens/ot-0': {
          attributes: { 'has-ssh-key': false },
          parent: 'oauth-clients/oc-1',
          position: 'first',
        },
      },
    },
    { on: 'platform.ping', nth: [2], set: { 'oauth-tokens/ot-1': null, 'oauth-tokens/nobody': null } },
  );
  const ids = async (): Promise<unknown[]> => [
    (await server.get(list)).at('data.*.id'),
    (await server.get('/api/v2/oauth-clients/oc-1')).at('data.relationships.oauth-tokens.data.*.id'),
  ];

  await server.get(ping);
  const added = await ids();
  await server.get(ping);

  expect(added).toEqual([
    ['ot-0', 'ot-1'],
    ['ot-0', 'ot-1'],
  ]);
  expect(await ids()).toEqual([['ot-0'], ['ot-0']]);
});

test('otherwise: refuse answers nothing but what a step answers, and says so', async () => {
  const server = await running();
  const scenario = {
    scenario: 'only',
    otherwise: 'refuse',
    steps: [{ on: 'platform.ping', respond: { status: 200 } }],
  };
  await server.call('PUT', '/sessions/main/scenario', { scenario });

  const [answered, refused] = [await server.get(ping), await server.get('/v1/modules')];

  expect([answered.status, refused.status, refused.headers.get('restage-refusal')]).toEqual([
    200,
    501,
    'no-answer',
  ]);
  expect((await server.get(`${main}/report`)).at('refusals.*.path')).toEqual(['/v1/modules']);
});

test('steps that are laid come before the scenario’s, in the order in which they were laid, until they are cleared', async () => {
  const server = await withSteps({ on: 'platform.ping', respond: { status: 500 } });
  const lay = (step: object) => server.ask('POST', `${main}/steps`, { on: 'platform.ping', ...step });

  const laid = [
    await lay({ times: 1, respond: { status: 418 } }),
    await lay({ name: 'second', respond: { status: 419 } }),
  ];
  const before = await statuses(server, ping, 3);
  const cleared = await server.ask('DELETE', `${main}/steps`);

  expect(laid.map((one) => [one.status, one.at('step')])).toEqual([
    [201, 'laid[0]'],
    [201, 'second'],
  ]);
  expect([before, cleared.status]).toEqual([[418, 419, 419], 204]);
  expect(await statuses(server, ping, 1)).toEqual([500]);
});

test('a step with problems is answered 422 with all of them, and one of a name that is taken 409', async () => {
  const server = await withSteps({ name: 'taken', on: 'platform.ping' });

  const wrong = await server.ask('POST', `${main}/steps`, {
    on: 'GET /elsewhere',
    nth: [0],
    times: 1,
    fault: { reset: true, hang: true, delay: '2 minutes', explode: true },
  });
  const taken = await server.ask('POST', `${main}/steps`, { name: 'taken', on: 'platform.ping' });
  const outside = await server.ask('POST', `${main}/steps`, { on: 'GET /elsewhere' });
  const none = await server.ask('POST', `${main}/steps`, []);

  expect([wrong.status, taken.status, outside.status, none.status]).toEqual([422, 409, 422, 422]);
  expect(wrong.at('errors')).toEqual([
    'nth[0]: found 0, expected a whole number from 1',
    'fault.delay: found "2 minutes", expected a duration such as 250ms, 2s, 10m, 1h or 2d',
    expect.stringMatching(/^fault\.explode: found the unknown key "explode", expected/),
    'fault.reset: found reset together with hang, expected one of them, as after hang there is no answer',
    'nth: found nth together with times, expected one of times, nth, every and chance',
  ]);
  expect(outside.at('errors.0')).toContain('expected a path below /api/, /v1/modules or /v2/modules');
  expect((await server.get(ping)).status).toBe(204);
});
