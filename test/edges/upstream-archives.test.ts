import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { openUpstream } from '../../src/edges/upstream.js';
import type { Resolve } from '../../src/edges/reach.js';
import type { Forward } from '../../src/session/upstream.js';
import { ask, closing, get, open } from './ask-upstream.js';
import { serveHttp } from './awkward-server.js';

const archive = (url: string, changes: Partial<Forward> = {}): Forward =>
  get('', { to: { archive: url }, ...changes });
const nameServer =
  (names: Record<string, string>): Resolve =>
  (name) =>
    Promise.resolve([{ address: names[name] ?? '192.0.2.1', family: 4 }]);

test('an archive is fetched once its host was named, and without the credentials of the upstream', async () => {
  let seen: IncomingHttpHeaders = {};
  const host = await serveHttp((request, response) => {
    seen = request.headers;
    response.end(`archive ${request.url}`);
  });
  const upstream = open('http://127.0.0.1:9');
  const headers = ['cookie', 'a=b', 'authorization', 'Bearer t', 'x-api-key', 'k', 'accept', '*/*'];

  const before = await ask(upstream, archive(`${host}/m.tgz?x=1#f`));
  const named = upstream.allowArchive(`${host}/m.tgz`, 'platform');
  const after = await ask(upstream, archive(`${host}/m.tgz?x=1#f`, { headers, authorization: 'Bearer t' }));

  expect([named, before.error?.code]).toEqual([true, 'not-allowed']);
  expect(before.error?.message).toContain(`${host} is neither a configured upstream nor an archive host`);
  expect(after.body.toString()).toBe('archive /m.tgz?x=1');
  expect(after.head?.address).toBeUndefined();
  expect(seen).toEqual({ host: new URL(host).host, connection: 'keep-alive', accept: '*/*' });
});

test('a user and password in the URL of an archive are neither sent nor shown', async () => {
  let seen: IncomingHttpHeaders = {};
  const host = await serveHttp((request, response) => {
    seen = request.headers;
    response.socket?.destroy();
  });
  const upstream = open('http://127.0.0.1:9');
  const url = host.replace('//', '//bob:hunter2hunter2@');
  upstream.allowArchive(url, 'platform');

  const told = await ask(upstream, archive(url));

  expect(seen.authorization).toBeUndefined();
  expect(JSON.stringify(told.error)).toContain(host);
  expect(JSON.stringify(told.error)).not.toContain('hunter2');
});

test.each(['git::https://x.test/y', 'file:///etc/passwd', 'ftp://x.test/y', './m.tgz', ''])(
  'the source %j names no archive host',
  async (url) => {
    const upstream = open('http://127.0.0.1:9');

    expect(upstream.allowArchive(url, 'registry')).toBe(false);
    expect((await ask(upstream, archive(url))).error?.code).toBe('request');
  },
);

test.each([
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://2852039166',
  'http://[::ffff:169.254.169.254]',
])('the metadata address %s is contacted neither as archive host nor as upstream', async (origin) => {
  const upstream = open('http://127.0.0.1:9');
  upstream.allowArchive(`${origin}/latest`, 'platform');

  const told = await ask(upstream, archive(`${origin}/latest`));
  const configured = await ask(open(origin), get('/x'));

  expect([told.error?.code, configured.error?.code]).toEqual(['forbidden-address', 'forbidden-address']);
});

test('a name that leads to a metadata address is not contacted, even when it was configured', async () => {
  const resolve = nameServer({ 'innocent.test': '169.254.169.254' });

  const told = await ask(open('http://innocent.test', { resolve }), get('/x'));

  expect(told.error).toMatchObject({ code: 'forbidden-address', upstream: 'http://innocent.test' });
  expect(told.error?.message).toContain('169.254.169.254 is a link-local or metadata address');
});

test.each([
  ['a public upstream', '192.0.2.7', 'forbidden-address'],
  ['an upstream in a private network', '10.0.0.7', 'forbidden-address'],
  ['an upstream on this machine', '127.0.0.1', undefined],
])('an archive on loopback named by %s ends with %s', async (_what, address, code) => {
  const host = await serveHttp((_request, response) => response.end('archive'));
  const { port } = new URL(host);
  const resolve = nameServer({ 'reg.test': address, 'files.test': '127.0.0.1' });
  const upstream = closing(openUpstream({ registry: new URL('http://reg.test'), resolve }));
  const byName = `http://files.test:${port}/m.tgz`;
  upstream.allowArchive(byName, 'registry');
  upstream.allowArchive(host, 'registry');

  const named = await ask(upstream, archive(byName));
  const literal = await ask(upstream, archive(`${host}/m.tgz`));

  expect([named.error?.code, literal.error?.code]).toEqual([code, code]);
});

test('how far away an upstream is follows from its addresses', async () => {
  const resolve = nameServer({ 'app.test': '10.1.1.1' });
  const upstream = open('https://app.test', { registry: new URL('http://127.0.0.1:9'), resolve });

  expect(await upstream.reach('platform')).toBe('private');
  expect(await upstream.reach('registry')).toBe('loopback');
});
