import { expect, test } from 'vitest';
import { jsonOf, type ListBody, moduleStory, registryWith } from './ask.js';

const three = registryWith([
  moduleStory('acme/network/aws', {
    about: 'A network.',
    owner: 'octocat',
    verified: true,
    versions: ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc1'],
    downloads: { week: 1, month: 2, year: 3, total: 40 },
  }),
  moduleStory('acme/network/google'),
  moduleStory('umbrella/lab/aws', { versions: ['0.1.0-beta1', '0.1.0-beta2'] }),
]);

const idsOf = (asked: string): string[] => jsonOf<ListBody>(three.ask(asked)).modules.map(({ id }) => id);

test('the list shows every documented field of a summary', () => {
  const answer = three.ask('GET /v1/modules?limit=1');

  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(jsonOf<ListBody>(answer).modules[0]).toEqual({
    id: 'acme/network/aws/1.10.0',
    owner: 'octocat',
    namespace: 'acme',
    name: 'network',
    version: '1.10.0',
    provider: 'aws',
    description: 'A network.',
    source: 'https://example.test/acme/network/aws',
    published_at: expect.stringMatching(/^2026-02-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
    downloads: 40,
    verified: true,
  });
});

test('the list shows each module once, in its highest stable version, or the highest when none is stable', () => {
  expect(idsOf('GET /v1/modules')).toEqual([
    'acme/network/aws/1.10.0',
    'acme/network/google/1.0.0',
    'umbrella/lab/aws/0.1.0-beta2',
  ]);
});

test('a closing slash makes no difference', () => {
  expect(three.ask('GET /v1/modules/')).toEqual(three.ask('GET /v1/modules'));
});

test.each([
  ['provider=aws', ['acme/network/aws/1.10.0', 'umbrella/lab/aws/0.1.0-beta2']],
  ['provider=azure', []],
  ['verified=true', ['acme/network/aws/1.10.0']],
  ['verified=true&provider=google', []],
])('the list is narrowed by %s', (query, ids) => {
  expect(idsOf(`GET /v1/modules?${query}`)).toEqual(ids);
});

test.each(['false', 'yes', 'TRUE', '1', ''])('verified=%s returns all modules', (value) => {
  expect(idsOf(`GET /v1/modules?verified=${value}`)).toHaveLength(3);
});

test('a namespace restricts the list, also together with a provider', () => {
  expect(idsOf('GET /v1/modules/acme')).toEqual(['acme/network/aws/1.10.0', 'acme/network/google/1.0.0']);
  expect(idsOf('GET /v1/modules/acme?provider=google')).toEqual(['acme/network/google/1.0.0']);
});

test('an unknown namespace is an empty list', () => {
  expect(jsonOf(three.ask('GET /v1/modules/nobody'))).toEqual({
    meta: { limit: 15, current_offset: 0 },
    modules: [],
  });
});

test('a change of a module shows in the list', () => {
  const registry = registryWith([moduleStory('acme/network/aws')]);
  registry.ask('GET /v1/modules?verified=true');
  const module = registry.world.get('modules', 'acme/network/aws')!;
  registry.world.put({ ...module, attributes: { ...module.attributes, verified: true } });

  const { modules } = jsonOf<ListBody>(registry.ask('GET /v1/modules?verified=true'));

  expect(modules).toHaveLength(1);
});
