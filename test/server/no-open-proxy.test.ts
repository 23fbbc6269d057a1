import type { IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Running, start } from '../../src/start.js';
import { serveHttp } from '../edges/awkward-server.js';
import { type RawAnswer, sendRaw } from './raw-socket.js';

interface Visit {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** What came to the configured upstream, and to a host that nobody configured. */
let upstreamSaw: Visit[];
let elsewhereSaw: Visit[];
let upstream: string;
let elsewhere: string;
/** What the upstream answers a path with. */
let answers: Record<string, { status: number; headers: Record<string, string> }>;

beforeEach(async () => {
  upstreamSaw = [];
  elsewhereSaw = [];
  answers = {};
  upstream = await serveHttp((request, response) => {
    const url = request.url ?? '';
    upstreamSaw.push({ url, headers: request.headers });
    const { status, headers } = answers[url] ?? { status: 200, headers: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(status === 204 ? undefined : '{"modules.v1":"/v1/modules/"}');
  });
  elsewhere = await serveHttp((request, response) => {
    elsewhereSaw.push({ url: request.url ?? '', headers: request.headers });
    response.end('elsewhere');
  });
});

async function forward(mode: 'record' | 'passthrough'): Promise<{ running: Running; port: number }> {
  const cwd = mkdtempSync(join(tmpdir(), 'restage-'));
  const running = await start({ mode, port: 0, memory: true, cwd, platform: upstream, registry: upstream });
  onTestFinished(async () => {
    await running.close();
    rmSync(cwd, { recursive: true, force: true });
  });
  return { running, port: Number(new URL(running.url).port) };
}

function ask(port: number, target: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  return sendRaw(
    port,
    `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
}

test.each(['record', 'passthrough'] as const)(
  'in mode %s no way of asking leads to another host',
  async (mode) => {
    const { port } = await forward(mode);
    const { host } = new URL(elsewhere);

    const whole = await ask(port, `${elsewhere}/x`);
    const wholeWithItsHost = await ask(port, `${elsewhere}/x`, { host });
    const tunnel = await sendRaw(port, `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    const foreign = await ask(port, '/x', { host: 'elsewhere.test' });
    const odd = [
      `//${host}/x`,
      `/${elsewhere}/x`,
      `/@${host}/x`,
      `/..//${host}/x`,
      `/api/v2//${host}/x`,
      `/%2f%2f${host}/x`,
      `/:80@${host}/`,
      `/?url=${elsewhere}`,
    ];
    for (const target of odd)
      await ask(port, target, { 'x-forwarded-host': host, forwarded: `host=${host}` });

    expect(whole.status).toBe(400);
    expect(tunnel.status).toBe(501);
    expect(foreign.status).toBe(403);
    expect(wholeWithItsHost.body).not.toBe('elsewhere');
    expect(elsewhereSaw).toEqual([]);
    const { host: own } = new URL(upstream);
    expect(upstreamSaw.length).toBeGreaterThan(0);
    expect(new Set(upstreamSaw.map(({ headers }) => headers.host))).toEqual(new Set([own]));
  },
);

test.each([301, 302, 303, 307, 308])(
  'a redirect of the upstream, %s, is handed over and not followed',
  async (status) => {
    const { port } = await forward('passthrough');
    answers['/api/v2/away'] = { status, headers: { location: `${elsewhere}/away` } };

    const answer = await ask(port, '/api/v2/away', { authorization: 'Bearer made-up-1' });

    expect(answer.status).toBe(status);
    expect(answer.headers['location']).toBe(`${elsewhere}/away`);
    expect(elsewhereSaw).toEqual([]);
  },
);

test('an archive on another host is fetched only once an answer named it, without any credentials', async () => {
  const { running } = await forward('record');
  const download = '/v1/modules/acme/network/aws/1.0.0/download';
  answers[download] = {
    status: 204,
    headers: { 'x-terraform-get': `${elsewhere}/secret/m.tar.gz?archive=tar.gz` },
  };
  const headers = { authorization: 'Bearer made-up-2', cookie: 'made=up', 'x-api-key': 'made-up-3' };

  const named = await fetch(running.url + download, { headers });
  const place = new URL(named.headers.get('x-terraform-get') ?? '', running.url + download);
  const archive = await fetch(place, { headers });

  expect(place.origin).toBe(running.url);
  expect(await archive.text()).toBe('elsewhere');
  expect(elsewhereSaw.map(({ url }) => url)).toEqual(['/secret/m.tar.gz']);
  expect(JSON.stringify(elsewhereSaw)).not.toMatch(/made/);
  expect(upstreamSaw.find(({ url }) => url === download)?.headers.authorization).toBe('Bearer made-up-2');
});

test.each([
  '169.254.169.254',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '[::ffff:169.254.169.254]',
  '0xa9fea9fe',
])('an archive at the metadata address %s is never fetched, whoever named it', async (host) => {
  const { running } = await forward('record');
  const download = '/v1/modules/acme/network/aws/1.0.0/download';
  answers[download] = {
    status: 204,
    headers: { 'x-terraform-get': `http://${host}/latest/meta-data?archive=tar.gz` },
  };

  const named = await fetch(running.url + download);
  const archive = await fetch(new URL(named.headers.get('x-terraform-get') ?? '', running.url + download));

  expect(archive.status).toBe(502);
  expect(await archive.text()).toContain('is a link-local or metadata address, which is never contacted');
});
