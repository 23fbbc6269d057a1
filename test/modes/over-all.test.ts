import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../edges/temporary-directory.js';
import { type Asked, running } from '../server/running.js';

const stage = '/api/v2/task-stages/ts-AtRest';
const versions = '/v1/modules/acme/network/aws/versions';

const steps = [
  {
    name: 'answers',
    on: 'GET /v1/modules/acme/nowhere/aws/versions',
    respond: { status: 503, text: 'busy' },
  },
  {
    name: 'changes',
    on: 'platform.task-stages.show',
    patch: { '$.data.attributes.status': 'errored' },
    headers: { 'x-seen': 'yes' },
  },
  {
    name: 'breaks',
    on: 'registry.modules.versions',
    where: { path: { provider: 'google' } },
    fault: { close: true },
  },
  { name: 'garbles', on: 'registry.modules.versions', fault: { garble: true } },
];
const limits = { registry: { rate: 5, per: '1h' } };

/** The same steps over every mode: with upstream, recordings of it, or the emulator behind them. */
async function under(mode: 'serve' | 'passthrough' | 'record' | 'replay'): Promise<Asked> {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'over.yaml'), JSON.stringify({ scenario: 'over', steps, limits }));
  if (mode === 'serve') {
    const server = await running();
    for (const step of steps) await server.call('POST', '/sessions/main/steps', step);
    return server;
  }
  const backend = await running({ listen: true, port: 0 });
  const upstreams = { platform: backend.url, registry: backend.url, fixtures: join(cwd, 'fixtures'), cwd };
  if (mode === 'replay') {
    const recorder = await running({ ...upstreams, mode: 'record' });
    for (const path of [stage, versions]) await recorder.get(path);
    await recorder.close();
    return running({ mode, scenario: './over.yaml', fixtures: upstreams.fixtures, cwd });
  }
  return running({ ...upstreams, mode, scenario: './over.yaml' });
}

test.each([
  ['serve', 'emulated'],
  ['passthrough', 'upstream'],
  ['record', 'upstream'],
  ['replay', 'recorded'],
] as const)('the same steps lie over %s', async (mode, source) => {
  const server = await under(mode);

  const answered = await server.get('/v1/modules/acme/nowhere/aws/versions');
  const changed = await server.get(stage);
  const broken = await server
    .get('/v1/modules/acme/bucket/google/versions')
    .catch((error: Error) => error.cause);
  const garbled = await server.get(versions);

  expect([answered.status, answered.text]).toEqual([503, 'busy']);
  expect([changed.status, changed.at('data.attributes.status')]).toEqual([200, 'errored']);
  expect([changed.at('data.id'), changed.headers.get('x-seen')]).toEqual(['ts-AtRest', 'yes']);
  expect(broken).toMatchObject({ code: 'UND_ERR_SOCKET' });
  expect([garbled.status, garbled.at('modules')]).toEqual([200, undefined]);
  expect(garbled.headers.get('content-type')).toContain('json');
  const journal = await server.get('/__restage/sessions/main/journal');
  expect(journal.at('entries.*.step')).toEqual(['answers', 'changes', 'breaks', 'garbles']);
  expect(journal.at('entries.*.source')).toEqual(['scripted', source, 'scripted', source]);
});

test.each(['passthrough', 'replay'] as const)('limits hold over %s', async (mode) => {
  const server = await under(mode);

  const statuses: number[] = [];
  for (let time = 0; time < 7; time++) statuses.push((await server.get(versions)).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('an answer that the upstream compressed is changed as any other', async () => {
  const upstream = createServer((_, response) => {
    const body = gzipSync(JSON.stringify({ data: { id: 'ts-1', attributes: { status: 'running' } } }));
    response.writeHead(200, { 'content-type': 'application/vnd.api+json', 'content-encoding': 'gzip' });
    response.end(body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void upstream.close());
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'over.yaml'), JSON.stringify({ scenario: 'over', steps }));
  const platform = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const server = await running({ mode: 'passthrough', platform, scenario: './over.yaml', cwd });

  const changed = await server.get('/api/v2/task-stages/ts-1', { 'accept-encoding': 'gzip' });

  expect(changed.at('data')).toEqual({ id: 'ts-1', attributes: { status: 'errored' } });
  expect(changed.headers.get('content-encoding')).toBeNull();
});
