import { expect, test } from 'vitest';
import { resourceText } from '../../../src/emulator/platform/resource-text.js';
import type { Resource } from '../../../src/emulator/world.js';

const token: Resource = {
  type: 'oauth-tokens',
  id: 'a "b"/c',
  attributes: { 'service-provider-user': 'é"\u2028' },
  relationships: {
    client: { data: { type: 'oauth-clients', id: 'oc-1' }, related: '/api/v2/oauth-clients/oc-1' },
    list: { related: '/api/v2/list' },
    none: { data: null },
    many: { data: [] },
  },
  own: { ends: 'a secret of the emulator' },
};

test('a resource is written with its links and nothing private', () => {
  expect(JSON.parse(resourceText(token, '/~blue'))).toEqual({
    id: token.id,
    type: token.type,
    attributes: token.attributes,
    relationships: {
      client: {
        data: { type: 'oauth-clients', id: 'oc-1' },
        links: { related: '/~blue/api/v2/oauth-clients/oc-1' },
      },
      list: { links: { related: '/~blue/api/v2/list' } },
      none: { data: null },
      many: { data: [] },
    },
    links: { self: '/~blue/api/v2/oauth-tokens/a%20%22b%22%2Fc' },
  });
});

test('the same resource is written for another prefix', () => {
  resourceText(token, '/~blue');

  expect(resourceText(token, '')).toContain('"links":{"self":"/api/v2/oauth-tokens/');
  expect(resourceText(token, '')).not.toContain('blue');
});

test('the text of a resource is made once', () => {
  let made = 0;
  const attributes = { toJSON: () => ++made } as never;
  const counted: Resource = { type: 'runs', id: 'run-1', attributes };

  const texts = [resourceText(counted, ''), resourceText(counted, '/~a'), resourceText(counted, '')];

  expect(made).toBe(1);
  expect(texts[0]).toBe('{"id":"run-1","type":"runs","attributes":1,"links":{"self":"/api/v2/runs/run-1"}}');
});
