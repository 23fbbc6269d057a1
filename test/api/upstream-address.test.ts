import { expect, test } from 'vitest';
import {
  ourPath,
  placeOf,
  platformAddress,
  registryAddress,
  type UpstreamAddress,
} from '../../src/api/upstream-address.js';

function platform(url: string): UpstreamAddress {
  const result = platformAddress(url);
  if ('problem' in result) throw new Error(result.problem);
  return result.address;
}

const url = ({ origin, path }: { origin: string; path: string }): string => origin + path;
const publicRegistry = registryAddress(new URL('https://reg.test'), new URL('https://reg.test/v1/modules/'));
const nestedRegistry = registryAddress(
  new URL('https://app.test'),
  new URL('https://app.test/api/registry/v1/modules/'),
);
const splitRegistry = registryAddress(
  new URL('https://acme.test'),
  new URL('https://cdn.test:8443/tf/mods/'),
);

test('a platform given by its origin takes every path as it is', () => {
  const address = platform('https://app.test');

  expect(url(placeOf(address, '/api/v2/runs/run-1?include=task_stages'))).toBe(
    'https://app.test/api/v2/runs/run-1?include=task_stages',
  );
});

test.each(['https://app.test/tfe/api/v2', 'https://app.test/tfe/api/v2/'])(
  'a platform given by the API root %s takes every path below its prefix',
  (root) => {
    const address = platform(root);

    expect(url(placeOf(address, '/api/v2/ping'))).toBe('https://app.test/tfe/api/v2/ping');
    expect(url(placeOf(address, '/healthz'))).toBe('https://app.test/tfe/healthz');
    expect(ourPath(address, 'https://app.test/tfe/api/v2/ping?a=1')).toBe('/api/v2/ping?a=1');
    expect(ourPath(address, 'https://app.test/tfe')).toBe('/');
    expect(ourPath(address, 'https://app.test/tfex/api/v2/ping')).toBeUndefined();
  },
);

test.each([
  ['nonsense', 'not a URL'],
  ['ftp://app.test', 'neither https nor http'],
  ['https://app.test/somewhere', 'neither an origin nor an API root'],
  ['https://app.test/?x=1', 'query'],
])('the platform URL %s is refused because it is %s', (text, why) => {
  expect(platformAddress(text)).toEqual({ problem: expect.stringContaining(why) as string });
});

test('a URL with a password is refused without showing it', () => {
  const result = platformAddress('https://bob:hunter2hunter2@app.test');

  expect(JSON.stringify(result)).toContain('app.test');
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('the lists of a registry keep their query and get no slash that was not there', () => {
  expect(url(placeOf(publicRegistry, '/v1/modules?limit=2'))).toBe('https://reg.test/v1/modules?limit=2');
  expect(url(placeOf(publicRegistry, '/v1/modules'))).toBe('https://reg.test/v1/modules');
  expect(url(placeOf(publicRegistry, '/v1/modulesque'))).toBe('https://reg.test/v1/modulesque');
});

test('a modules base below a prefix takes the metrics base with it', () => {
  expect(url(placeOf(nestedRegistry, '/v1/modules/a/b/c/versions'))).toBe(
    'https://app.test/api/registry/v1/modules/a/b/c/versions',
  );
  expect(url(placeOf(nestedRegistry, '/v2/modules/a/b/c/downloads/summary'))).toBe(
    'https://app.test/api/registry/v2/modules/a/b/c/downloads/summary',
  );
  expect(ourPath(nestedRegistry, 'https://app.test/api/registry/v1/modules/a?offset=2')).toBe(
    '/v1/modules/a?offset=2',
  );
  expect(ourPath(nestedRegistry, 'https://app.test/elsewhere#there')).toBe('/elsewhere#there');
});

test('a modules base on another host leaves the metrics and the rest at the registry', () => {
  expect(url(placeOf(splitRegistry, '/v1/modules/a/b/c'))).toBe('https://cdn.test:8443/tf/mods/a/b/c');
  expect(url(placeOf(splitRegistry, '/v2/modules/a/b/c/downloads/summary'))).toBe(
    'https://acme.test/v2/modules/a/b/c/downloads/summary',
  );
  expect(ourPath(splitRegistry, 'https://cdn.test:8443/tf/mods/a')).toBe('/v1/modules/a');
  expect(ourPath(splitRegistry, 'https://cdn.test:8443/tf/other')).toBeUndefined();
});

test.each(['/v1/modules/a%2Fb/../c?q=%zz', '//twice//', '/x?a=b?c', '/'])(
  '%s is passed on byte for byte',
  (path) => {
    expect(url(placeOf(publicRegistry, path))).toBe(`https://reg.test${path}`);
  },
);

test('a URL of another host is none of our paths', () => {
  expect(ourPath(publicRegistry, 'https://other.test/v1/modules/a')).toBeUndefined();
  expect(ourPath(publicRegistry, 'http://reg.test/v1/modules/a')).toBeUndefined();
  expect(ourPath(publicRegistry, 'not a url')).toBeUndefined();
});
