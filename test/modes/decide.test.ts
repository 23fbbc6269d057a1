import { expect, test } from 'vitest';
import { type Asked, running } from '../server/running.js';

const ping = '/api/v2/ping';

async function playing(scenario: object): Promise<Asked> {
  const server = await running();
  await server.call('PUT', '/sessions/main/scenario', { scenario: { scenario: 'x', ...scenario } });
  return server;
}

test('a limit is asked before any step, and what is over it takes no turn of one', async () => {
  const server = await playing({
    limits: { platform: { rate: 1, per: '1h' } },
    steps: [{ on: 'platform.ping', times: 2, respond: { status: 418 } }],
  });

  const statuses = [await server.get(ping), await server.get(ping)].map(({ status }) => status);

  expect(statuses).toEqual([418, 429]);
  const journal = await server.get('/__restage/sessions/main/journal');
  expect(journal.at('entries.*.step')).toEqual(['steps[0]', 'limits.platform']);
  expect((await server.get('/__restage/sessions/main/state')).at('ledger.taken')).toEqual({ 'steps[0]': 1 });
});

test('the headers of a limit stand over the source’s, and what a step writes stands over all of it', async () => {
  const limits = { platform: { rate: 9, per: '1h' } };
  const plain = await playing({ limits });
  const changed = await playing({
    limits,
    steps: [{ on: 'platform.ping', headers: { 'x-ratelimit-limit': 7 } }],
  });
  const answered = await playing({
    limits,
    steps: [{ on: 'platform.ping', respond: { headers: { 'x-ratelimit-remaining': 1 } } }],
  });

  const rates = await Promise.all(
    [plain, changed, answered].map(async (server) => {
      const { headers } = await server.get(ping);
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    }),
  );

  expect(rates).toEqual([
    ['9', '8'],
    ['7', '8'],
    ['9', '1'],
  ]);
});

test('a request that is decided again, once something was read, takes a step and a place in a window once', async () => {
  const server = await playing({
    registry: { modules: [{ module: 'acme/network/aws', versions: ['1.0.0'] }] },
    limits: { registry: { rate: 2, per: '1h' } },
    steps: [{ on: 'GET /v1/**', times: 2, headers: { 'x-step': 'one' } }],
  });

  const seen = [];
  for (let time = 0; time < 3; time++) {
    const { status, headers } = await server.get('/v1/modules/acme/network/aws/1.0.0/archive.tar.gz');
    seen.push([status, headers.get('x-step')]);
  }

  expect(seen).toEqual([
    [200, 'one'],
    [200, 'one'],
    [429, null],
  ]);
});

test('two requests at once never get the same turn', async () => {
  const server = await playing({
    registry: { modules: [{ module: 'acme/network/aws', versions: ['1.0.0'] }] },
    steps: Array.from({ length: 20 }, (_, n) => ({ on: 'GET /v1/**', times: 1, headers: { 'x-turn': n } })),
  });

  const turns = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { headers } = await server.get('/v1/modules/acme/network/aws/versions');
      return Number(headers.get('x-turn'));
    }),
  );

  expect(turns.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test.each([
  ['/somewhere', 'belongs to neither of the two APIs that restage stands in for'],
  ['/api/v2/no-such-thing', 'belongs to neither of the two APIs'],
])('what no source answers is refused in words of ours, and never a 404: %s', async (path, why) => {
  const server = await running();

  const refused = await server.get(path);

  expect(refused.status).toBe(501);
  expect(refused.headers.get('restage-refusal')).toBe('no-operation');
  expect(refused.text).toContain(why);
});

test('a known path with another method is told the methods that there are', async () => {
  const server = await running();

  const refused = await server.ask('POST', '/api/v2/oauth-tokens/ot-Robot');

  expect(refused.status).toBe(501);
  expect(refused.at('errors.0.detail')).toBe(
    'restage knows this path only with GET, PATCH, DELETE, not POST /api/v2/oauth-tokens/ot-Robot',
  );
});
