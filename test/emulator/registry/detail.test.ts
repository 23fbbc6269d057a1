import { expect, test } from 'vitest';
import { jsonOf, modulePart, moduleStory, registryWith } from './ask.js';

const content = {
  root: modulePart({
    readme: '# Network',
    empty: false,
    inputs: [{ name: 'cidr', description: 'The block.', default: '"10.0.0.0/16"' }],
    outputs: [{ name: 'id', description: 'Its id.' }],
    dependencies: [{ name: 'label', source: 'acme/label/null', version: '1.0.0' }],
    providers: [{ name: 'aws', version: '~> 5.0' }],
    resources: [{ name: 'this', type: 'aws_vpc' }],
  }),
  submodules: [modulePart({ path: 'modules/subnet', providers: [{ name: 'aws', version: '' }] })],
};

function network() {
  const registry = registryWith([
    moduleStory('acme/network/aws', {
      about: 'A "network".',
      source: '/modules/network',
      versions: ['1.0.0', '1.10.0', '1.9.0'],
    }),
    moduleStory('acme/network/google'),
  ]);
  registry.contents.set('/modules/network', content);
  return registry;
}

test('the detail of a version has the summary, the content, all providers and all versions', () => {
  const answer = network().ask('GET /v1/modules/acme/network/aws/1.9.0');

  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { published_at: publishedAt, ...rest } = jsonOf(answer);
  expect(publishedAt).toMatch(/\.\d{6}Z$/);
  expect(rest).toEqual({
    id: 'acme/network/aws/1.9.0',
    owner: '',
    namespace: 'acme',
    name: 'network',
    version: '1.9.0',
    provider: 'aws',
    description: 'A "network".',
    source: 'https://example.test/acme/network/aws',
    downloads: 0,
    verified: false,
    root: {
      path: '',
      readme: '# Network',
      empty: false,
      inputs: [{ name: 'cidr', description: 'The block.', default: '"10.0.0.0/16"' }],
      outputs: [{ name: 'id', description: 'Its id.' }],
      dependencies: [{ name: 'label', source: 'acme/label/null', version: '1.0.0' }],
      resources: [{ name: 'this', type: 'aws_vpc' }],
    },
    submodules: [
      {
        path: 'modules/subnet',
        readme: '',
        empty: true,
        inputs: [],
        outputs: [],
        dependencies: [],
        resources: [],
      },
    ],
    providers: ['aws', 'google'],
    versions: ['1.10.0', '1.9.0', '1.0.0'],
  });
});

test('the detail without a version is that of the latest', () => {
  const registry = network();

  const latest = registry.ask('GET /v1/modules/acme/network/aws');

  expect(latest).toEqual(registry.ask('GET /v1/modules/acme/network/aws/1.10.0'));
});

test('newer versions were published later, all before the scenario began', () => {
  const registry = network();
  const dates = ['1.0.0', '1.9.0', '1.10.0'].map(
    (version) =>
      jsonOf(registry.ask(`GET /v1/modules/acme/network/aws/${version}`))['published_at'] as string,
  );

  expect(dates).toEqual([...dates].sort());
  expect(dates.at(-1)! < '2026-03-02T09:00:00').toBe(true);
});

test('the detail shows downloads as they are counted', () => {
  const registry = network();
  registry.ask('GET /v1/modules/acme/network/aws');
  registry.ask('GET /v1/modules/acme/network/aws/1.0.0/download');

  expect(jsonOf(registry.ask('GET /v1/modules/acme/network/aws'))['downloads']).toBe(1);
});

test('the detail shows the content as it was read last', () => {
  const registry = network();
  registry.ask('GET /v1/modules/acme/network/aws');
  registry.contents.set('/modules/network', { root: modulePart({ readme: 'new' }), submodules: [] });

  expect(jsonOf(registry.ask('GET /v1/modules/acme/network/aws'))['root']).toMatchObject({ readme: 'new' });
});

test('content that was not read yet is asked for', () => {
  const registry = network();
  registry.contents.clear();

  expect(registry.need('GET /v1/modules/acme/network/aws')).toEqual({
    need: 'content',
    source: '/modules/network',
  });
  expect(registry.need('GET /v1/modules/acme/network/google')).toEqual({ need: 'content', source: '' });
});

test.each(['acme/nothing/aws', 'acme/network/azure', 'acme/network/aws/9.9.9', 'acme/network/aws/v1.0.0'])(
  'the detail of %s, which does not exist, is a 404',
  (place) => {
    const answer = network().ask(`GET /v1/modules/${place}`);

    expect(answer.status).toBe(404);
    expect(jsonOf(answer)).toEqual({ errors: ['Not Found'] });
  },
);
