import { expect, test } from 'vitest';
import { jsonOf, type ListBody, moduleStory, registryWith } from './ask.js';

const many = registryWith(
  Array.from({ length: 250 }, (_, i) =>
    moduleStory(`acme/m${String(i).padStart(3, '0')}/aws`, { verified: i % 2 === 0 }),
  ),
);
const list = (target: string, prefix = ''): ListBody => jsonOf(many.ask(`GET ${target}`, { prefix }));

test('the first page without parameters has 15 modules and says where the next one is', () => {
  const { meta, modules } = list('/v1/modules');

  expect(modules).toHaveLength(15);
  expect(meta).toEqual({
    limit: 15,
    current_offset: 0,
    next_offset: 15,
    next_url: '/v1/modules?offset=15',
  });
});

test('a page in the middle has both neighbours, with other parameters kept and keys sorted', () => {
  const { meta } = list('/v1/modules/?verified=true&provider=aws&offset=20&limit=10');

  expect(meta).toEqual({
    limit: 10,
    current_offset: 20,
    next_offset: 30,
    next_url: '/v1/modules?limit=10&offset=30&provider=aws&verified=true',
    prev_offset: 10,
    prev_url: '/v1/modules?limit=10&offset=10&provider=aws&verified=true',
  });
});

test('the previous offset does not fall below 0, and an offset of 0 is left out of its URL', () => {
  const { meta } = list('/v1/modules?offset=5&limit=10');

  expect(meta).toMatchObject({ prev_offset: 0, prev_url: '/v1/modules?limit=10' });
});

test('the last page has no next', () => {
  const { meta, modules } = list('/v1/modules?offset=240&limit=10');

  expect(modules).toHaveLength(10);
  expect(meta).toEqual({
    limit: 10,
    current_offset: 240,
    prev_offset: 230,
    prev_url: '/v1/modules?limit=10&offset=230',
  });
});

test('an offset past the end is a 200 with nothing in it', () => {
  const { meta, modules } = list('/v1/modules?offset=900');

  expect(modules).toEqual([]);
  expect(meta).toEqual({
    limit: 15,
    current_offset: 900,
    prev_offset: 885,
    prev_url: '/v1/modules?offset=885',
  });
});

test('a limit above the maximum is replaced silently and reported as applied', () => {
  const { meta, modules } = list('/v1/modules?limit=5000');

  expect(modules).toHaveLength(100);
  expect(meta).toMatchObject({ limit: 100, next_offset: 100, next_url: '/v1/modules?limit=5000&offset=100' });
});

test('following next_url visits every module once, also when a filter skips some', () => {
  const seen: string[] = [];
  for (let url: unknown = '/v1/modules?verified=true&limit=40'; typeof url === 'string';) {
    const { meta, modules } = list(url);
    seen.push(...modules.map(({ id }) => id));
    url = meta['next_url'];
  }

  expect(seen).toHaveLength(125);
  expect(new Set(seen).size).toBe(125);
});

test('page URLs keep the session prefix and encode what they carry', () => {
  const { meta } = list('/v1/modules/search?q=m0+%22m0%22&limit=1&offset=1', '/~blue');

  expect(meta['next_url']).toBe('/~blue/v1/modules/search?limit=1&offset=2&q=m0%20%22m0%22');
  expect(meta['prev_url']).toBe('/~blue/v1/modules/search?limit=1&q=m0%20%22m0%22');
});

test.each([
  'limit=0',
  'limit=-1',
  'limit=abc',
  'limit=1e9',
  'limit=1.5',
  'limit=',
  'offset=-1',
  'offset=abc',
])('%s is a 400 that names the parameter', (query) => {
  const answer = many.ask(`GET /v1/modules?${query}`);

  expect(answer.status).toBe(400);
  const { errors } = jsonOf<{ errors: string[] }>(answer);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(query.split('=')[0]);
});

test('two wrong parameters are two errors', () => {
  const answer = many.ask('GET /v1/modules?offset=x&limit=99999999999999999999');

  expect(answer.status).toBe(400);
  expect(jsonOf<{ errors: string[] }>(answer).errors).toEqual([
    'offset must be a whole number of at least 0, not "x"',
    'limit must be a whole number of at least 1, not "99999999999999999999"',
  ]);
});
