import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/server/listen.js';
import type { ServerLimits } from '../../src/server/server-limits.js';
import { type RawAnswer, sendRaw } from './raw-socket.js';

const host = 'Host: 127.0.0.1\r\n';

type App = Parameters<typeof listen>[0];

/** A server behind the gate, whose app answers `ok` unless another is given. */
async function serve(
  limits: Partial<ServerLimits> = {},
  app: App = () => new Response('ok'),
): Promise<number> {
  const server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, limits });
  onTestFinished(() => server.close());
  return server.port;
}

/** The one error in an answer, whose shape must be that of the platform. */
function platformError({ body }: RawAnswer): { status: string; title: string; detail: string } {
  const { errors } = JSON.parse(body) as { errors: [{ status: string; title: string; detail: string }] };
  return errors[0];
}

function registryError({ body }: RawAnswer): string {
  const { errors } = JSON.parse(body) as { errors: [string] };
  expect(typeof errors[0]).toBe('string');
  return errors[0];
}

test.each([
  ['a target that is no path', `GET api/v2/ping HTTP/1.1\r\n${host}\r\n`, 'this is no HTTP/1.1'],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 'asks for "*"'],
  ['another scheme', `GET ftp://127.0.0.1/x HTTP/1.1\r\n${host}\r\n`, 'asks for'],
  [
    'a URL of another host',
    `GET http://evil.test/x HTTP/1.1\r\n${host}\r\n`,
    'the request line names "evil.test"',
  ],
  ['a backslash in the path', `GET /v1\\modules HTTP/1.1\r\n${host}\r\n`, 'backslash'],
  ['no Host', 'GET /x HTTP/1.1\r\n\r\n', 'Host header is missing'],
  ['no Host in HTTP/1.0', 'GET /x HTTP/1.0\r\n\r\n', 'Host header is missing'],
  ['two Hosts', `GET /x HTTP/1.1\r\n${host}${host}\r\n`, 'more than one Host'],
  ['a Host with a user', 'GET /x HTTP/1.1\r\nHost: me@127.0.0.1\r\n\r\n', 'which is no host'],
  ['a Host with a path', 'GET /x HTTP/1.1\r\nHost: 127.0.0.1/x\r\n\r\n', 'which is no host'],
  ['a port there cannot be', 'GET /x HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n', 'which is no host'],
  ['no HTTP', 'hello\r\n\r\n', 'this is no HTTP/1.1'],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01', 'this is no HTTP/1.1'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'this is no HTTP/1.1'],
  ['a NUL in the path', `GET /\0 HTTP/1.1\r\n${host}\r\n`, 'this is no HTTP/1.1'],
  [
    'two lengths',
    `POST /x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    'this is no HTTP/1.1',
  ],
  [
    'a length and chunks',
    `POST /x HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'this is no HTTP/1.1',
  ],
])('%s is answered 400 in the shape of an API, and the server lives on', async (_, bytes, why) => {
  const port = await serve();

  const answer = await sendRaw(port, bytes);

  expect(answer.status).toBe(400);
  expect(registryError(answer)).toContain(why);
  expect((await sendRaw(port, `GET / HTTP/1.1\r\n${host}\r\n`)).status).toBe(200);
});

test.each([
  ['with a Host that is none', 'GET /api/v2/ping HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['in a session, without a Host', 'GET /~one/api/v2/ping HTTP/1.1\r\n\r\n'],
  ['with a header that is none', `GET /api/v2/ping?a=b HTTP/1.1\r\n${host}b@d: x\r\n\r\n`],
  [
    'with a chunk that is none',
    `POST /api/v2/ping HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
])('a request to the platform %s is answered in the shape of the platform', async (_, bytes) => {
  const app: App = (_request, env) =>
    new Promise((done) => {
      const { incoming } = env as { incoming: NodeJS.ReadableStream };
      incoming
        .on('error', () => undefined)
        .on('end', () => done(new Response('ok')))
        .resume();
    });
  const port = await serve({}, app);

  const answer = await sendRaw(port, bytes);

  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toContain('application/vnd.api+json');
  expect(platformError(answer)).toMatchObject({ status: '400', title: 'bad request' });
});

test('a target written as a whole URL of the same host is its path', async () => {
  const port = await serve({}, (request) => new Response(request.url));

  const answer = await sendRaw(port, `GET http://127.0.0.1/api?a=b HTTP/1.1\r\n${host}\r\n`);

  expect(answer.body).toBe('http://127.0.0.1/api?a=b');
});

test('a tunnel is refused with an answer', async () => {
  const port = await serve();

  const answer = await sendRaw(port, `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}\r\n`);

  expect(answer.status).toBe(501);
  expect(registryError(answer)).toContain('no proxy');
  expect(answer.closed || answer.headers['connection'] === 'close').toBe(true);
});

test('an expectation other than 100-continue is answered 417', async () => {
  const port = await serve();

  const answer = await sendRaw(port, `GET /api/v2/ping HTTP/1.1\r\n${host}Expect: magic\r\n\r\n`);

  expect(answer.status).toBe(417);
  expect(platformError(answer).detail).toContain('"magic"');
});

test('a head larger than its limit is answered 431 with the limit', async () => {
  const port = await serve({ headBytes: 2048 });

  const answer = await sendRaw(port, `GET /api/v2/ping HTTP/1.1\r\n${host}X: ${'a'.repeat(4000)}\r\n\r\n`);

  expect(answer.status).toBe(431);
  expect(platformError(answer).detail).toContain('2048 bytes');
});

test('a head that comes too slowly is answered 408 and the connection closed', async () => {
  const port = await serve({ headMs: 100, requestMs: 200, lookMs: 20 });

  const answer = await sendRaw(port, `GET /x HTTP/1.1\r\n${host}`);

  expect(answer.status).toBe(408);
  expect(registryError(answer)).toContain('within 100 ms');
});

test('a body that comes too slowly is answered 408', async () => {
  const app: App = (_request, env) =>
    new Promise((done) => {
      const { incoming } = env as { incoming: NodeJS.ReadableStream };
      incoming
        .on('error', () => undefined)
        .on('end', () => done(new Response('ok')))
        .resume();
    });
  const port = await serve({ headMs: 100, requestMs: 100, lookMs: 20 }, app);

  const answer = await sendRaw(port, `POST /x HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nabc`);

  expect(answer.status).toBe(408);
});

test('more requests under way than the limit are answered 503, and room is made when one ends', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  const app: App = async ({ url }) => {
    if (url.endsWith('/held')) await held;
    return new Response('ok');
  };
  const port = await serve({ requests: 1 }, app);
  const first = sendRaw(port, `GET /held HTTP/1.1\r\n${host}\r\n`);
  await expect.poll(async () => (await sendRaw(port, `GET /x HTTP/1.1\r\n${host}\r\n`)).status).toBe(503);

  const turnedAway = await sendRaw(port, `GET /api/v2/ping HTTP/1.1\r\n${host}\r\n`);
  release();

  expect(platformError(turnedAway).detail).toContain('1 requests are under way');
  expect((await first).status).toBe(200);
  await expect.poll(async () => (await sendRaw(port, `GET /x HTTP/1.1\r\n${host}\r\n`)).status).toBe(200);
});

test('a client that does not read its answer is cut off, one that waits for its answer is not', async () => {
  const large = 'x'.repeat(64 * 1024 * 1024);
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  const app: App = async ({ url }) => {
    if (url.endsWith('/large')) return new Response(large);
    if (url.endsWith('/held')) await held;
    return new Response('late');
  };
  const port = await serve({ silentMs: 150, requests: 2 }, app);
  const patient = sendRaw(port, `GET /held HTTP/1.1\r\n${host}\r\n`);
  const deaf = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void deaf.destroy());
  deaf.on('error', () => undefined);

  deaf.write(`GET /large HTTP/1.1\r\n${host}\r\n`);
  const other = async (): Promise<number> => (await sendRaw(port, `GET /x HTTP/1.1\r\n${host}\r\n`)).status;
  await expect.poll(other).toBe(503);
  await expect.poll(other, { timeout: 10_000 }).toBe(200);
  let received = 0;
  const closed = new Promise((done) => deaf.on('close', done));
  deaf.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await closed;
  release();

  expect(received).toBeLessThan(large.length);
  expect((await patient).body).toContain('late');
});

test('a connection on which nothing is asked is told so and closed', async () => {
  const port = await serve({ headMs: 100, silentMs: 150, lookMs: 20 });

  const answer = await sendRaw(port, '');

  expect(answer.status).toBe(408);
  expect(answer.headers['connection']).toBe('close');
});

test('a connection that was answered waits for the next request as long as for a silent client, and then is closed', async () => {
  const port = await serve({ silentMs: 150 });
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => (received += text));
  const closed = new Promise((done) => socket.on('close', done));

  socket.write(`GET /x HTTP/1.1\r\n${host}\r\n`);
  await expect.poll(() => received).toMatch(/ok$/);
  const [first] = [received, (received = '')];
  socket.write(`GET /x HTTP/1.1\r\n${host}\r\n`);
  await expect.poll(() => received).toMatch(/ok$/);
  await closed;

  expect(first.toLowerCase()).toContain('connection: keep-alive');
  expect(first.toLowerCase()).not.toContain('keep-alive: timeout');
});
