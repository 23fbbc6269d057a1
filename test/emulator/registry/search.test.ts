import { expect, test } from 'vitest';
import { jsonOf, type ListBody, moduleStory, registryWith } from './ask.js';

const registry = registryWith([
  moduleStory('acme/network/aws', { about: 'A private Network with subnets.', verified: true }),
  moduleStory('acme/bucket/aws', { about: 'Storage in a private bucket on the network.' }),
  moduleStory('umbrella/network/google', { about: 'Subnets with a private network.' }),
]);
const find = (query: string): string[] =>
  jsonOf<ListBody>(registry.ask(`GET /v1/modules/search?${query}`)).modules.map(({ id }) => id);

test.each([
  ['q=subnets', ['acme/network/aws/1.0.0', 'umbrella/network/google/1.0.0']],
  ['q=SUBNETS+Acme', ['acme/network/aws/1.0.0']],
  ['q=google', ['umbrella/network/google/1.0.0']],
  ['q=%22private+network%22', ['acme/network/aws/1.0.0', 'umbrella/network/google/1.0.0']],
  ['q=%22private+network%22+acme', ['acme/network/aws/1.0.0']],
  ['q=acme%2Fnetwork', ['acme/network/aws/1.0.0']],
  ['q=private+network+storage', ['acme/bucket/aws/1.0.0']],
  ['q=subnets+bucket', []],
  ['q=subnets&provider=aws', ['acme/network/aws/1.0.0']],
  ['q=network&namespace=umbrella', ['umbrella/network/google/1.0.0']],
  ['q=private&verified=true', ['acme/network/aws/1.0.0']],
  [
    'q=private&namespace=acme&provider=aws&verified=false',
    ['acme/network/aws/1.0.0', 'acme/bucket/aws/1.0.0'],
  ],
])('search with %s finds %j', (query, ids) => {
  expect(find(query)).toEqual(ids);
});

test.each(['', 'q=', 'q=+', 'q=%22%22', 'limit=3'])('search with "%s" is a 400 that asks for q', (query) => {
  const answer = registry.ask(`GET /v1/modules/search?${query}`);

  expect(answer.status).toBe(400);
  expect(jsonOf<{ errors: string[] }>(answer).errors[0]).toContain('q is required');
});

test('search is paged like the list', () => {
  const { meta } = jsonOf<ListBody>(registry.ask('GET /v1/modules/search?q=private&limit=1&offset=1'));

  expect(meta).toEqual({
    limit: 1,
    current_offset: 1,
    next_offset: 2,
    next_url: '/v1/modules/search?limit=1&offset=2&q=private',
    prev_offset: 0,
    prev_url: '/v1/modules/search?limit=1&q=private',
  });
});

test('search refuses a wrong limit', () => {
  expect(registry.ask('GET /v1/modules/search?q=private&limit=-3').status).toBe(400);
});
