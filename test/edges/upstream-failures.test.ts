import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Upstream, UpstreamError } from '../../src/session/upstream.js';
import { ask, get, open } from './ask-upstream.js';
import { deadOrigin, listen, serveBytes, serveHttp } from './awkward-server.js';

async function failure(upstream: Upstream, path = '/api/v2/x'): Promise<UpstreamError> {
  const { error } = await ask(upstream, get(path));
  if (!error) throw new Error('expected a failure');
  return error;
}

test('a port where nothing listens is a refusal, 502, with the origin and what to do', async () => {
  const origin = await deadOrigin();

  expect(await failure(open(origin))).toEqual({
    code: 'refused',
    status: 502,
    upstream: origin,
    message: `${origin} refuses connections (ECONNREFUSED). Check that it is running and listens on that port.`,
  });
});

test('a name that nobody knows is said to be that', async () => {
  const resolve = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));

  const error = await failure(open('http://nowhere.test', { resolve }));

  expect([error.code, error.status]).toEqual(['dns', 502]);
  expect(error.message).toContain('The name of http://nowhere.test cannot be found (ENOTFOUND)');
});

test('an upstream that takes the request and says nothing is a 504', async () => {
  const origin = await serveHttp(() => undefined);

  const error = await failure(open(origin, { timeouts: { head: 50 } }));

  expect([error.code, error.status]).toEqual(['head-timeout', 504]);
});

test('a connection that does not come to stand in time is a 504', async () => {
  const resolve = (): Promise<never> => new Promise(() => undefined);

  const error = await failure(open('http://slow.test', { resolve, timeouts: { connect: 50 } }));

  expect([error.code, error.status]).toEqual(['connect-timeout', 504]);
});

test('an answer that falls silent half way fails after its head', async () => {
  const origin = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
  });

  const told = await ask(open(origin, { timeouts: { body: 50 } }), get('/x'));

  expect([told.head?.status, told.body.toString(), told.error?.code]).toEqual([200, 'half', 'body-timeout']);
  expect(told.error?.message).toContain('after 4 bytes of its body');
});

test.each([
  ['less than its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this'],
  ['an unfinished chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nonly this'],
  ['chunks without an end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nonly this\r\n'],
])('an answer with %s is broken off, never ended', async (_what, bytes) => {
  const origin = await serveBytes((socket) => socket.end(bytes));

  const told = await ask(open(origin), get('/x'));

  expect([told.head?.status, told.body.toString(), told.error?.code]).toEqual([200, 'only this', 'reset']);
});

test('a reset in the middle of a body fails after what had come', async () => {
  const origin = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('some', () => response.socket?.resetAndDestroy());
  });

  const told = await ask(open(origin), get('/x'));

  expect([told.head?.status, told.error?.code, told.error?.status]).toEqual([200, 'reset', 502]);
});

test('a connection closed without an answer is a reset before the head', async () => {
  const origin = await serveBytes((socket) => socket.destroy());

  const told = await ask(open(origin), get('/x'));

  expect([told.head, told.error?.code]).toEqual([undefined, 'reset']);
  expect(told.error?.message).toContain(`${origin} closed the connection without an answer`);
});

test.each([
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['a header with a control character', 'HTTP/1.1 200 OK\r\nx: a\x01b\r\n\r\n'],
  ['a line feed within a header', 'HTTP/1.1 200 OK\r\nx: a\n b\x00\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
  ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ['an upgrade nobody asked for', 'HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'],
])('an answer with %s is malformed', async (_what, bytes) => {
  const origin = await serveBytes((socket) => socket.write(bytes, 'latin1'));

  const told = await ask(open(origin, { timeouts: { head: 2000 } }), get('/x'));

  expect([told.head, told.error?.code, told.error?.status]).toEqual([undefined, 'malformed', 502]);
});

test('bytes beyond the content-length are not taken for part of the body', async () => {
  const origin = await serveBytes((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokMORE'),
  );
  const upstream = open(origin);

  const [first, second] = [await ask(upstream, get('/x')), await ask(upstream, get('/y'))];

  expect([first.body.toString(), second.body.toString()]).toEqual(['ok', 'ok']);
});

test('a certificate that nobody vouches for is refused, with the way to vouch for it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'restage-tls-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    [...request, '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=127.0.0.1'],
    {
      stdio: 'ignore',
    },
  );
  let requests = 0;
  const server = createHttpsServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (_request, response) => {
      requests++;
      response.end();
    },
  );
  const origin = await listen(server, 'https');

  const error = await failure(open(origin));

  expect([error.code, error.status, requests]).toEqual(['tls', 502, 0]);
  expect(error.message).toContain(`The TLS connection to ${origin} failed (DEPTH_ZERO_SELF_SIGNED_CERT`);
  expect(error.message).toContain('NODE_EXTRA_CA_CERTS=FILE');
});

test('https to a port that speaks plain http is a TLS failure', async () => {
  const origin = await serveHttp((_request, response) => response.end());

  const error = await failure(open(origin.replace('http:', 'https:')));

  expect(error.code).toBe('tls');
  expect(error.message).toMatch(
    /failed \(\w+: wrong version number\)\. Check that it speaks https on that port/,
  );
});

test.each([
  ['a path with a space', { to: { api: 'platform', path: '/a b' } as const }],
  ['a path without a slash', { to: { api: 'platform', path: 'http://evil.test/' } as const }],
  ['a header with a line break', { headers: ['x', 'a\r\nb: c'] }],
  ['two lengths', { headers: ['content-length', '1', 'content-length', '2'], body: Buffer.from('a') }],
  [
    'a body shorter than its length',
    { method: 'POST', headers: ['content-length', '9'], body: Buffer.from('a') },
  ],
])('a request with %s is not passed on', async (_what, changes) => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    requests++;
    response.end();
  });

  const told = await ask(open(origin), get('/x', changes));

  expect([told.error?.code, requests]).toEqual(['request', 0]);
});

test("a client's body that breaks off fails the request", async () => {
  const origin = await serveHttp((request, response) => {
    request.resume().on('end', () => response.end());
  });
  const body = (async function* () {
    yield Buffer.from('beginning');
    await Promise.resolve();
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  })();

  const told = await ask(open(origin), get('/x', { method: 'POST', body }));

  expect(told.error?.code).toBe('request');
});
