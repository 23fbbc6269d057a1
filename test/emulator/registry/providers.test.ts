import { expect, test } from 'vitest';
import { jsonOf, type ListBody, moduleStory, registryWith } from './ask.js';

const registry = registryWith([
  moduleStory('acme/network/aws', { versions: ['1.0.0', '1.2.0'] }),
  moduleStory('acme/bucket/aws'),
  moduleStory('acme/network/google', { versions: ['0.9.0'] }),
]);

test('a name without provider lists the latest version for each provider', () => {
  const { meta, modules } = jsonOf<ListBody>(registry.ask('GET /v1/modules/acme/network'));

  expect(meta).toEqual({ limit: 15, current_offset: 0 });
  expect(modules.map(({ id }) => id)).toEqual(['acme/network/aws/1.2.0', 'acme/network/google/0.9.0']);
});

test('the list of providers is paged', () => {
  const { meta, modules } = jsonOf<ListBody>(registry.ask('GET /v1/modules/acme/network?limit=1&offset=1'));

  expect(modules.map(({ id }) => id)).toEqual(['acme/network/google/0.9.0']);
  expect(meta).toEqual({
    limit: 1,
    current_offset: 1,
    prev_offset: 0,
    prev_url: '/v1/modules/acme/network?limit=1',
  });
});

test('a name that does not exist is a 404 in the registry’s own words', () => {
  const answer = registry.ask('GET /v1/modules/acme/nothing');

  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(jsonOf(answer)).toEqual({ errors: ['Not Found'] });
});

test('the list of providers refuses a wrong offset', () => {
  expect(registry.ask('GET /v1/modules/acme/network?offset=x').status).toBe(400);
});
