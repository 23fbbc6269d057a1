import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../src/api/operations.js';
import { emptyDirectory, startServer } from './command.js';

const watch = pathToFileURL(join(import.meta.dirname, 'offline', 'watch.mjs')).href;

/** An environment that notes in a file what a process reaches for, and tempts it with proxies and tokens. */
function watched(canary: string): { readonly env: NodeJS.ProcessEnv; readonly seen: () => string[] } {
  const file = join(emptyDirectory(), 'seen');
  writeFileSync(file, '');
  const env = {
    RESTAGE_WATCH: file,
    NODE_OPTIONS: `--import=${watch}`,
    HTTP_PROXY: canary,
    HTTPS_PROXY: canary,
    ALL_PROXY: canary,
    TFE_ADDRESS: canary,
    TFE_TOKEN: 'made-up',
  };
  const seen = (): string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  return { env, seen };
}

/** A place that counts who comes. */
async function openCanary(): Promise<{ readonly url: string; visits(): number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits: () => visits };
}

/** Makes the server go through all it has: every operation, refusals, redirects, every call of the control API. */
async function exercise(url: string): Promise<number> {
  let answers = 0;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<void> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: 'Bearer demo', 'content-type': type },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    answers++;
  };
  const words: Record<string, string> = {
    task_stage_id: 'ts-Waiting',
    run_id: 'run-AtRest',
    namespace: 'acme',
    name: 'network',
    provider: 'aws',
    version: '1.2.0',
  };
  for (const { method, path } of operations) {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => words[name] ?? 'x');
    await ask(
      method,
      filled,
      method === 'GET' ? undefined : { data: { attributes: {} } },
      'application/vnd.api+json',
    );
    await ask(method, `/~second${filled}?include=policy_evaluations&page[size]=1`);
  }
  for (const path of [
    '/',
    '/api/v2/unknown',
    '/v1/modules/http://evil.test',
    '/http://169.254.169.254/latest',
  ]) {
    await ask('GET', path);
  }
  const main = '/__restage/sessions/main';
  await ask('GET', '/__restage/health');
  await ask('POST', '/__restage/sessions', { name: 'third', scenario: 'all-passed', port: true });
  await ask('POST', `${main}/clock`, { advance: '90s' });
  await ask('POST', `${main}/steps`, {
    on: 'registry.modules.download',
    respond: { status: 302, headers: { location: 'http://elsewhere.test/x' } },
  });
  await ask('GET', '/v1/modules/acme/network/aws/1.2.0/download');
  await ask('POST', `${main}/explain`, { method: 'GET', url: 'http://elsewhere.test/v1/modules' });
  await ask('POST', `${main}/verify`, { on: 'registry.modules.download', count: 1 });
  for (const part of ['state', 'journal', 'report']) await ask('GET', `${main}/${part}`);
  await ask('POST', `${main}/reset`);
  return answers;
}

test.each(['serve', 'replay'])(
  '%s reaches for nothing outside its process and loads no client',
  async (mode) => {
    const canary = await openCanary();
    const cwd = emptyDirectory();
    mkdirSync(join(cwd, 'fixtures'));
    writeFileSync(join(cwd, 'restage.yaml'), `platform: ${canary.url}\nregistry: ${canary.url}\n`);
    const { env, seen } = watched(canary.url);

    const server = await startServer([mode], { cwd, env });
    const answers = await exercise(server.url);
    const { status } = await server.stop();

    expect(status).toBe(0);
    expect(answers).toBeGreaterThan(60);
    expect(canary.visits()).toBe(0);
    const lines = seen();
    expect(lines.filter((line) => !line.startsWith('package '))).toEqual([]);
    expect(lines).toContain('package pino');
    expect(lines).not.toContain('package undici');
  },
);

test('what watches would have seen any way out', () => {
  const { env, seen } = watched('http://127.0.0.1:65001');
  const script = `
    import net from 'node:net'; net.connect(65001, '127.0.0.1').on('error', () => {});
    import dns from 'node:dns'; dns.lookup('canary.invalid', () => {}); dns.resolve('canary.invalid', () => {});
    import dgram from 'node:dgram'; const socket = dgram.createSocket('udp4'); socket.close();
    import { spawn } from 'node:child_process'; spawn('true');
    await import(${JSON.stringify(import.meta.resolve('undici'))});
    setTimeout(() => process.exit(), 50);`;

  spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, ...env } });

  const ways = [
    'TCPCONNECTWRAP',
    'GETADDRINFOREQWRAP',
    'QUERYWRAP',
    'UDPWRAP',
    'PROCESSWRAP',
    'package undici',
  ];
  expect(seen()).toEqual(expect.arrayContaining(ways));
});
