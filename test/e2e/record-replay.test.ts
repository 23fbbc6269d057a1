import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { awkwardRequests, awkwardUpstream } from './awkward-upstream.js';
import { emptyDirectory, runCommand, startServer } from './command.js';
import { type RawAnswer, rawRequest } from './raw-request.js';

const authorization = 'Bearer at-made-up-4711-token';
const volatile = /^(?:date|connection|keep-alive|transfer-encoding|content-length|x-request-id|set-cookie)$/;

/** An answer as far as it must be the same again: decoded, without what is volatile, its own address made plain. */
async function essence(base: string, [method, path]: readonly [string, string]): Promise<unknown> {
  const answer = await rawRequest(base + path, {
    method,
    headers: { authorization, 'accept-encoding': 'gzip' },
  });
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !volatile.test(name) && name !== 'content-encoding')
    .map(([name, value]): [string, string] => [name, String(value).replaceAll(base, 'BASE')]);
  const body = (await decoded(answer)).toString('latin1').replaceAll(base, 'BASE');
  return {
    path,
    method,
    status: answer.status,
    complete: answer.complete,
    headers: Object.fromEntries(headers),
    body,
  };
}

async function decoded({ headers, body }: RawAnswer): Promise<Buffer> {
  const { gunzipSync, inflateSync, brotliDecompressSync } = await import('node:zlib');
  const codings: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  const decode = codings[headers['content-encoding'] ?? ''];
  return decode && body.length > 0 ? decode(body) : body;
}

/** What a client gets of an answer that was recorded: placeholders in place of secrets. */
function withoutSecrets(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replaceAll('at-made-up-4711-token', '{{secret:authorization}}')
    .replaceAll('oauth-made-up-0815', '{{secret:token:827e56da}}');
  return JSON.parse(text) as unknown;
}

function filesIn(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file.slice(directory.length + 1), readFileSync(file, 'latin1')];
    }),
  );
}

async function record(cwd: string, upstream: string, more: readonly string[] = []) {
  return startServer(['record', '--platform', upstream, '--registry', upstream, '--log', 'json', ...more], {
    cwd,
  });
}

test('what an awkward backend answered is answered the same by its recording, without a connection to it', async () => {
  const cwd = emptyDirectory();
  const upstream = await awkwardUpstream();
  const recorder = await record(cwd, upstream.url);
  const before: unknown[] = [];
  for (const asked of awkwardRequests) before.push(await essence(recorder.url, asked));
  const { status, stderr } = await recorder.stop();
  const connections = upstream.connections();

  const replay = await startServer(['replay', '--log', 'silent'], { cwd });
  const after: unknown[] = [];
  for (const asked of awkwardRequests) after.push(await essence(replay.url, asked));
  const usedUp = await rawRequest(`${replay.url}/api/v2/never/asked`);

  expect(stderr).toContain('recorded ');
  expect(status).toBe(0);
  expect(after).toEqual(before.map(withoutSecrets));
  expect(usedUp.status).toBe(501);
  expect(upstream.connections()).toBe(connections);
  expect(JSON.stringify(filesIn(join(cwd, 'fixtures')))).not.toMatch(/made-up/);
});

test('recording an unchanged backend again changes no file', async () => {
  const cwd = emptyDirectory();
  const upstream = await awkwardUpstream();
  const run = async (): Promise<Record<string, string>> => {
    const recorder = await record(cwd, upstream.url);
    for (const asked of awkwardRequests) await essence(recorder.url, asked);
    await recorder.stop();
    return filesIn(join(cwd, 'fixtures'));
  };
  const first = await run();

  const second = await run();

  expect(Object.keys(first).length).toBeGreaterThan(awkwardRequests.length - 2);
  expect(second).toEqual(first);
});

test('an upstream that is down is a 502 in the shape of the API, and nothing is recorded', async () => {
  const cwd = emptyDirectory();
  const upstream = await awkwardUpstream();
  await upstream.close();
  const recorder = await record(cwd, upstream.url);

  const platform = await rawRequest(`${recorder.url}/api/v2/ping`);
  const registry = await rawRequest(`${recorder.url}/v1/modules/acme/net/aws/versions`);
  const { status } = await recorder.stop();

  expect(platform.status).toBe(502);
  expect(JSON.parse(platform.body.toString())).toMatchObject({
    errors: [{ status: '502', title: 'bad gateway' }],
  });
  expect(registry.status).toBe(502);
  expect(JSON.parse(registry.body.toString())).toEqual({ errors: [expect.stringContaining(upstream.url)] });
  expect(existsSync(join(cwd, 'fixtures'))).toBe(false);
  expect(status).toBe(0);
});

test('an answer that breaks off is broken off for the client too, and is not recorded', async () => {
  const cwd = emptyDirectory();
  const upstream = await awkwardUpstream({
    'GET /api/v2/cut': (response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': 100 });
      response.write('only this');
      setTimeout(() => response.destroy(), 20);
    },
  });
  const recorder = await record(cwd, upstream.url);

  const cut = await rawRequest(`${recorder.url}/api/v2/cut`);
  await recorder.stop();

  expect(cut.complete).toBe(false);
  expect(existsSync(join(cwd, 'fixtures', 'other'))).toBe(false);
});

test('an upload too large to be compared streams on to the upstream, is not kept, and that is said', async () => {
  const cwd = emptyDirectory();
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const upstream = await awkwardUpstream({
    'PUT /api/v2/upload': (response, _, request) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end(digest(Buffer.concat(chunks))));
    },
  });
  const recorder = await record(cwd, upstream.url);
  const body = Buffer.alloc(3 * 1024 * 1024, 'restage');

  const declared = await rawRequest(`${recorder.url}/api/v2/upload`, {
    method: 'PUT',
    headers: { 'content-length': String(body.length) },
    body,
  });
  const chunked = await rawRequest(`${recorder.url}/api/v2/upload`, {
    method: 'PUT',
    headers: { 'transfer-encoding': 'chunked' },
    body,
  });
  const { status, stderr } = await recorder.stop();

  expect([declared.body.toString(), chunked.body.toString()]).toEqual([digest(body), digest(body)]);
  expect(status).toBe(1);
  expect(stderr).toContain('PUT /api/v2/upload: its body is too large to be compared');
});

test('with --keep new what is known is answered from files, and only the rest is asked and kept', async () => {
  const cwd = emptyDirectory();
  const upstream = await awkwardUpstream();
  const first = await record(cwd, upstream.url);
  await rawRequest(`${first.url}/api/v2/task-results/taskrs-1`);
  await first.stop();
  const connections = upstream.connections();
  const again = await record(cwd, upstream.url, ['--keep', 'new', '--explain']);

  const known = await rawRequest(`${again.url}/api/v2/task-results/taskrs-1`);
  const fresh = await rawRequest(`${again.url}/api/v2/workspaces/ws-1`);
  const twice = await rawRequest(`${again.url}/api/v2/workspaces/ws-1`);
  await again.stop();

  expect(known.headers['restage-source']).toBe('recorded; file="platform/task-results/show/taskrs-1.json"');
  expect(fresh.headers['restage-source']).toBe('upstream');
  expect(twice.headers['restage-source']).toBe('upstream');
  expect(upstream.connections()).toBeGreaterThan(connections);
  expect(readFileSync(join(cwd, 'fixtures/platform/workspaces/show/ws-1.json'), 'utf8')).toContain(
    '"count": 2',
  );
});

test('what cannot be kept reaches the client, is told once, and makes the exit status 1', async () => {
  const cwd = emptyDirectory();
  const leaked = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const upstream = await awkwardUpstream({
    'GET /api/v2/leak': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { hint: leaked } }));
    },
  });
  const recorder = await record(cwd, upstream.url);

  const answer = await rawRequest(`${recorder.url}/api/v2/leak`);
  const { status, stderr } = await recorder.stop();

  expect(answer.body.toString()).toContain(leaked);
  expect(status).toBe(1);
  expect(stderr).toContain('exchanges[0].json.data.hint');
  expect(stderr).not.toContain(leaked);
  expect(JSON.stringify(filesIn(cwd))).not.toContain(leaked);
});

test('record without an upstream is wrong usage and says what to name', async () => {
  const { status, stderr } = await runCommand(['record', '--port', '0'], { cwd: emptyDirectory() });

  expect(status).toBe(2);
  expect(stderr).toContain('--platform URL');
});
