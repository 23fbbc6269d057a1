import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../../src/start.js';
import { type RawAnswer, sendRaw } from './raw-socket.js';

let running: Running;
let port: number;

beforeAll(async () => {
  running = await start({ port: 0, memory: true, allowHosts: ['stand.test'] });
  port = Number(new URL(running.url).port);
});

afterAll(() => running.close());

/** Asks as a browser would, on a connection of its own. */
function ask(line: string, headers: Readonly<Record<string, string>>, body = ''): Promise<RawAnswer> {
  const all = {
    connection: 'close',
    host: `127.0.0.1:${port}`,
    ...headers,
    'content-length': String(body.length),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(port, `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

const places = [
  'GET /api/v2/ping',
  'POST /api/v2/task-stages/ts-Waiting/actions/override',
  'GET /v1/modules',
  'GET /v2/modules/acme/network/aws',
  'GET /.well-known/terraform.json',
  'GET /~other/v1/modules',
  'GET /somewhere/else',
  'GET /__restage/health',
  'GET /__restage/sessions/main/journal',
  'POST /__restage/sessions/main/reset',
  'DELETE /__restage/sessions/other',
  'OPTIONS /__restage/sessions',
  'GET /__restage/nothing',
];

test.each(places)('%s with the Host of another site is refused', async (line) => {
  const answer = await ask(line, { host: 'rebound.evil.test', 'content-type': 'application/json' });

  expect(answer.status).toBe(403);
  expect(answer.body).toContain('rebound.evil.test');
  expect(answer.body).toContain('--allow-host');
});

test.each([
  '127.0.0.1.evil.test',
  'localhost.evil.test',
  'evil.test:4010',
  '127.0.0.1evil.test',
  'xlocalhost',
])('the Host %s is not taken for ours', async (host) => {
  expect((await ask('GET /v1/modules', { host })).status).toBe(403);
  expect((await ask('GET /__restage/health', { host })).status).toBe(403);
});

test.each([
  'localhost',
  'LOCALHOST:1',
  '127.0.0.1',
  '[::1]:4010',
  'stand.test',
  'x.localhost:80',
  '192.0.2.7',
])('the Host %s is taken for ours', async (host) => {
  expect((await ask('GET /v1/modules', { host })).status).toBe(200);
  expect((await ask('GET /__restage/health', { host })).status).toBe(200);
});

test('a session that a foreign Host named is not made', async () => {
  await ask('GET /~rebound/v1/modules', { host: 'evil.test' });

  const { body } = await ask('GET /__restage/sessions/rebound', {});
  expect(body).toContain('there is no session');
});

test.each(['http://evil.test', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1', 'http://localhost', ''])(
  'the control API refuses the Origin "%s", also of reads',
  async (origin) => {
    for (const line of [
      'GET /__restage/health',
      'POST /__restage/sessions/main/reset',
      'OPTIONS /__restage/sessions',
    ]) {
      const answer = await ask(line, { origin, 'content-type': 'application/json' });
      expect(answer.status, line).toBe(403);
      expect(answer.body).toContain('Origin');
    }
  },
);

test('the control API answers pages of its own origin', async () => {
  const origin = `http://127.0.0.1:${port}`;

  expect((await ask('GET /__restage/health', { origin })).status).toBe(200);
});

const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
];
const writes = [
  'POST /__restage/sessions',
  'POST /__restage/sessions/main/reset',
  'POST /__restage/sessions/main/clock',
  'POST /__restage/sessions/main/signals/go',
  'POST /__restage/sessions/main/steps',
  'PUT /__restage/sessions/main/scenario',
  'PUT /__restage/sessions/main/state',
];

test.each(writes)('%s is refused with any content type that a page may send without asking', async (line) => {
  for (const type of [...simpleTypes, '', 'text/plain; application/json']) {
    const answer = await ask(line, { 'content-type': type }, '{}');
    expect(answer.status, type).toBe(415);
    expect(answer.body).toContain('Content-Type: application/json');
  }
  expect((await ask(line, {}, '{}')).status).toBe(415);
});

test.each([...places, 'OPTIONS /v1/modules'])(
  '%s is answered without leave for other origins',
  async (line) => {
    const headers = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    };
    for (const origin of [`http://127.0.0.1:${port}`, 'http://evil.test']) {
      const answer = await ask(line, { ...headers, origin, 'content-type': 'application/json' });
      const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect(granted).toEqual([]);
    }
  },
);

test.each(places.filter((line) => line.includes('/__restage')))(
  '%s carries a policy by which a browser runs and embeds nothing of it',
  async (line) => {
    for (const origin of [`http://127.0.0.1:${port}`, 'http://evil.test']) {
      const { headers } = await ask(line, { origin, 'content-type': 'application/json' });
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  },
);

test('what a client wrote is never handed back as a page', async () => {
  const mark = '<script>alert(1)</script>';
  for (const line of [
    `GET /${mark}`,
    `GET /v1/modules/${mark}`,
    `GET /__restage/${mark}`,
    `GET /~${mark}/x`,
  ]) {
    const { headers } = await ask(line, {});
    expect(headers['content-type'], line).toMatch(/^application\/(vnd\.api\+)?json/);
  }
});

test.each([
  '/%5f_restage/health',
  '/api/../__restage/health',
  '//__restage/health',
  '/__restage%2fhealth',
  '/~x/__restage/health',
  '/__restage/./health',
  '/__RESTAGE/health',
])('the control API is no less guarded when it is spelt %s', async (path) => {
  const foreign = await ask(`GET ${path}`, { origin: 'http://evil.test' });
  const rebound = await ask(`GET ${path}`, { host: 'evil.test' });

  expect(foreign.status).not.toBe(200);
  expect(rebound.status).toBe(403);
});
