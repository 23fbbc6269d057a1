import { expect, test } from 'vitest';
import { began, jsonOf, moduleStory, registryWith } from './ask.js';

const dayInMs = 86_400_000;
const downloads = { week: 10, month: 100, year: 1000, total: 5000 };
const network = () =>
  registryWith([
    moduleStory('acme/network/aws', {
      versions: ['1.0.0', '1.10.0', '1.9.0'],
      source: '/network',
      downloads,
    }),
    moduleStory('acme/"odd"&/aws'),
  ]);
const summary = '/v2/modules/acme/network/aws/downloads/summary';

function windows(registry: ReturnType<typeof network>, now = began): unknown {
  return jsonOf<{ data: { attributes: unknown } }>(registry.ask(`GET ${summary}`, { now })).data.attributes;
}

test('a download is a 204 without body whose two headers point to the archive beside it', () => {
  const answer = network().ask('GET /v1/modules/acme/network/aws/1.0.0/download');

  expect(answer).toEqual({
    status: 204,
    headers: { 'x-registry-get': './archive.tar.gz', 'x-terraform-get': './archive.tar.gz' },
    body: null,
  });
});

test.each(['1.0.0/download', '1.0.0/download/'])(
  'the header of %s leads to the archive of that version when resolved against the URL called',
  (end) => {
    const called = `/v1/modules/acme/network/aws/${end}`;
    const { headers } = network().ask(`GET ${called}`);

    const { href } = new URL(headers['x-terraform-get'] as string, `http://h.test/~blue${called}`);

    expect(href).toBe('http://h.test/~blue/v1/modules/acme/network/aws/1.0.0/archive.tar.gz');
  },
);

test.each(['acme/network/aws/3.0.0/download', 'acme/none/aws/1.0.0/download', 'acme/none/aws/download'])(
  'a download of %s, which does not exist, is a 404',
  (place) => {
    const answer = network().ask(`GET /v1/modules/${place}`);

    expect(answer.status).toBe(404);
    expect(jsonOf(answer)).toEqual({ errors: ['Not Found'] });
  },
);

test('the latest download is a 302 to the latest version with a short HTML link', () => {
  const answer = network().ask('GET /v1/modules/acme/network/aws/download', { prefix: '/~blue' });

  expect(answer).toEqual({
    status: 302,
    headers: {
      location: '/~blue/v1/modules/acme/network/aws/1.10.0/download',
      'content-type': 'text/html; charset=utf-8',
    },
    body: '<a href="/~blue/v1/modules/acme/network/aws/1.10.0/download">Found</a>.\n\n',
  });
});

test('the latest download encodes the path and escapes the HTML', () => {
  const answer = network().ask('GET /v1/modules/acme/%22odd%22&/aws/download', { prefix: "/~a'<b" });

  expect(answer.headers['location']).toBe("/~a'<b/v1/modules/acme/%22odd%22%26/aws/1.0.0/download");
  expect(answer.body).toContain('"/~a&#39;&#60;b/v1/modules/acme/%22odd%22%26/aws/1.0.0/download"');
});

test('the archive is sent with its type and length, for GET and HEAD, and counts nothing', () => {
  const registry = network();
  registry.archives.set('/network', new Uint8Array([31, 139, 8]));

  for (const method of ['GET', 'HEAD']) {
    const answer = registry.ask(`${method} /v1/modules/acme/network/aws/1.9.0/archive.tar.gz`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toEqual({ 'content-type': 'application/gzip', 'content-length': '3' });
    expect(answer.body).toEqual(new Uint8Array([31, 139, 8]));
  }
  expect(windows(registry)).toEqual(downloads);
});

test('an archive that was not packed yet is asked for, a version that does not exist is not', () => {
  const registry = network();

  expect(registry.need('GET /v1/modules/acme/network/aws/1.9.0/archive.tar.gz')).toEqual({
    need: 'archive',
    source: '/network',
  });
  expect(registry.ask('GET /v1/modules/acme/network/aws/9.9.9/archive.tar.gz').status).toBe(404);
});

test('the summary of downloads has the documented shape', () => {
  const answer = network().ask(`GET ${summary}`);

  expect(answer.status).toBe(200);
  expect(jsonOf(answer)).toEqual({
    data: {
      type: 'module-downloads-summary',
      id: expect.stringMatching(/^\d+$/) as string,
      attributes: downloads,
    },
  });
});

test('every GET of a download counts, a HEAD and a redirect do not', () => {
  const registry = network();
  registry.ask('GET /v1/modules/acme/network/aws/1.0.0/download');
  registry.ask('GET /v1/modules/acme/network/aws/1.9.0/download');
  registry.ask('HEAD /v1/modules/acme/network/aws/1.0.0/download');
  registry.ask('GET /v1/modules/acme/network/aws/download');

  expect(windows(registry)).toEqual({ week: 12, month: 102, year: 1002, total: 5002 });
});

test('counted downloads leave the windows as the session’s days pass, and stay in the total', () => {
  const registry = network();
  registry.ask('GET /v1/modules/acme/network/aws/1.0.0/download');

  expect(windows(registry, began + 6 * dayInMs)).toEqual({ week: 11, month: 101, year: 1001, total: 5001 });
  expect(windows(registry, began + 7 * dayInMs)).toEqual({ week: 10, month: 101, year: 1001, total: 5001 });
  expect(windows(registry, began + 30 * dayInMs)).toEqual({ week: 10, month: 100, year: 1001, total: 5001 });
  expect(windows(registry, began + 365 * dayInMs)).toEqual({ week: 10, month: 100, year: 1000, total: 5001 });
});

test('what is kept of counted downloads does not grow past a year of days', () => {
  const registry = network();
  for (let day = 0; day < 800; day++) {
    registry.ask('GET /v1/modules/acme/network/aws/1.0.0/download', { now: began + day * dayInMs });
  }

  const { own } = registry.world.get('modules', 'acme/network/aws')!;
  expect(Object.keys(own!['days'] as object)).toHaveLength(365);
  expect(windows(registry, began + 799 * dayInMs)).toEqual({ week: 17, month: 130, year: 1365, total: 5800 });
});

test('the summary of a module that does not exist is a 404', () => {
  const answer = network().ask('GET /v2/modules/acme/none/aws/downloads/summary');

  expect(answer.status).toBe(404);
  expect(jsonOf(answer)).toEqual({ errors: ['Not Found'] });
});
