import { expect, test } from 'vitest';
import { jsonOf, modulePart, moduleStory, registryWith } from './ask.js';

test('the version list has source, and for each version root and submodules, the newest first', () => {
  const registry = registryWith([
    moduleStory('acme/network/aws', {
      source: '/network',
      versions: ['1.0.0', '1.10.0', '2.0.0-rc1', '1.9.0'],
    }),
  ]);
  const dependencies = [{ name: 'label', source: 'acme/label/null', version: '1.0.0' }];
  registry.contents.set('/network', {
    root: modulePart({ readme: 'long', providers: [{ name: 'aws', version: '~> 5.0' }], dependencies }),
    submodules: [modulePart({ path: 'modules/subnet', providers: [{ name: 'aws', version: '' }] })],
  });

  const answer = registry.ask('GET /v1/modules/acme/network/aws/versions');

  const parts = {
    root: { providers: [{ name: 'aws', version: '~> 5.0' }], dependencies },
    submodules: [{ path: 'modules/subnet', providers: [{ name: 'aws', version: '' }], dependencies: [] }],
  };
  expect(answer.status).toBe(200);
  expect(jsonOf(answer)).toEqual({
    modules: [
      {
        source: 'acme/network/aws',
        versions: [
          { version: '2.0.0-rc1', ...parts },
          { version: '1.10.0', ...parts },
          { version: '1.9.0', ...parts },
          { version: '1.0.0', ...parts },
        ],
      },
    ],
  });
});

test('the version list asks for content that was not read yet', () => {
  const registry = registryWith([moduleStory('acme/network/aws', { source: '/network' })]);

  expect(registry.need('GET /v1/modules/acme/network/aws/versions')).toEqual({
    need: 'content',
    source: '/network',
  });
});

test('the versions of a module that does not exist are a 404', () => {
  const answer = registryWith([]).ask('GET /v1/modules/acme/network/aws/versions');

  expect(answer.status).toBe(404);
  expect(jsonOf(answer)).toEqual({ errors: ['Not Found'] });
});
