import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyDirectory, startServer } from './command.js';

const scenario = `
scenario: broken
clock: 2026-03-02T09:00:00Z
frozen: true
registry:
  modules: [{ module: acme/network/aws, versions: [1.0.0, 1.1.0, 1.2.0] }]
steps:
  - { on: registry.modules.versions, where: { query: { fault: reset } }, fault: { reset: true } }
  - { on: registry.modules.versions, where: { query: { fault: close } }, fault: { close: true } }
  - { on: registry.modules.versions, where: { query: { fault: hang } }, fault: { hang: true } }
  - { on: registry.modules.versions, where: { query: { fault: truncate } }, fault: { truncate: 20 } }
  - { on: registry.modules.versions, where: { query: { fault: drip } }, fault: { drip: 100B/s } }
  - { on: registry.modules.versions, where: { query: { fault: garble } }, fault: { garble: true } }
  - { on: registry.modules.versions, where: { query: { fault: delay } }, fault: { delay: { clock: 10m } } }
  - { on: registry.modules.versions, where: { query: { fault: none } }, headers: { x-seen: yes }, patch: { $.extra: 1 } }
`;

interface Curled {
  /** What curl exited with: 0 fine, 18 partial, 28 timeout, 52 empty reply, 56 receive error. */
  readonly exit: number;
  readonly body: string;
  readonly stderr: string;
}

function curl(...args: string[]): Promise<Curled> {
  return new Promise((done) => {
    execFile('curl', ['-sS', ...args], (error, body, stderr) =>
      done({ exit: error ? Number(error.code) : 0, body, stderr }),
    );
  });
}

async function brokenServer(...more: string[]) {
  const file = join(emptyDirectory(), 'broken.yaml');
  writeFileSync(file, scenario);
  const server = await startServer(['serve', '--scenario', file, '--memory', ...more]);
  return { server, versions: `${server.url}/v1/modules/acme/network/aws/versions` };
}

async function control(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}/__restage/sessions/main/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

interface Entry {
  readonly query?: string;
  readonly status: number | null;
  readonly outcome: string;
}
async function journal(url: string): Promise<Entry[]> {
  const answer = await fetch(`${url}/__restage/sessions/main/journal`);
  return ((await answer.json()) as { entries: Entry[] }).entries;
}

test('every fault of a scenario file reaches a real client as what it is', async () => {
  const { server, versions } = await brokenServer();
  await fetch(versions); // what is asked for first takes longer
  const ask = (fault: string, ...args: string[]): Promise<Curled> =>
    curl(...args, `${versions}?fault=${fault}`);

  const [reset, close, hang, truncate, drip, garble] = await Promise.all([
    ask('reset'),
    ask('close'),
    ask('hang', '--max-time', '0.4'),
    ask('truncate'),
    ask('drip', '--no-buffer', '--max-time', '0.6'),
    ask('garble'),
  ]);

  expect([reset.exit, reset.stderr]).toEqual([56, expect.stringContaining('Connection reset by peer')]);
  expect(close.exit).toBe(52);
  expect([hang.exit, hang.body]).toEqual([28, '']);
  expect([truncate.exit, truncate.body.length]).toEqual([18, 20]);
  expect([drip.exit, drip.body.length > 0, drip.body.length < 100]).toEqual([28, true, true]);
  expect(garble.exit).toBe(0);
  expect(() => JSON.parse(garble.body) as unknown).toThrow(SyntaxError);
  const [, ...entries] = await journal(server.url);
  expect(entries.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'faulted'));
  expect(
    entries
      .filter(({ status }) => status === null)
      .map(({ query }) => query)
      .sort(),
  ).toEqual(['fault=close', 'fault=hang', 'fault=reset']);
});

test('an answer that waits on the clock is let go by the control API', async () => {
  const { server, versions } = await brokenServer();
  const waiting = curl(`${versions}?fault=delay`);
  await vi.waitUntil(async () => (await journal(server.url)).length === 1, { interval: 10 });

  await control(server.url, 'clock', { advance: '10m' });

  const { exit, body } = await waiting;
  expect(exit).toBe(0);
  expect(JSON.parse(body)).toHaveProperty('modules');
});

test('a server that stops while requests hang exits with 0 and soon', async () => {
  const { server, versions } = await brokenServer();
  const hanging = curl(`${versions}?fault=hang`);
  await vi.waitUntil(async () => (await journal(server.url)).length === 1, { interval: 10 });

  const { status } = await server.stop('SIGTERM');

  expect(status).toBe(0);
  expect((await hanging).exit).not.toBe(0);
});

test('--explain says in a header where each answer came from, and nothing does without', async () => {
  const { versions, server } = await brokenServer('--explain');
  const plain = await brokenServer();
  const sourceOf = async (url: string): Promise<string | null> =>
    (await fetch(url)).headers.get('restage-source');

  const sources = await Promise.all([
    sourceOf(versions),
    sourceOf(`${versions}?fault=none`),
    sourceOf(`${versions}?fault=garble`),
    sourceOf(`${server.url}/somewhere`),
  ]);

  expect(sources).toEqual(['emulated', 'emulated; step="steps[7]"', 'emulated; step="steps[5]"', 'refused']);
  expect(await sourceOf(plain.versions)).toBeNull();
  expect((await curl('-i', `${versions}?fault=none`)).body).toMatch(/x-seen: yes[^]*"extra":1/i);
});
