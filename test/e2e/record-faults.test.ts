import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readFixture } from '../../src/fixtures/read-fixture.js';
import { emptyDirectory, startServer } from './command.js';

/** RESTAGE_KILLS=1000 for a long run. */
const kills = Number(process.env['RESTAGE_KILLS'] ?? 3);
/** How many are answered before each. */
const requests = 100;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

/** A backend that answers each path with its own number, in a body of some size. */
async function backend(size: number): Promise<string> {
  const server = createServer((request, response) => {
    const number = /(\d+)$/.exec(request.url ?? '')?.[1] ?? '';
    response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
    response.end(JSON.stringify({ data: { number, padding: 'x'.repeat(size) } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fixturesIn(cwd: string): { readonly file: string; readonly text: string }[] {
  if (!existsSync(join(cwd, 'fixtures'))) return [];
  const all = readdirSync(join(cwd, 'fixtures'), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.tmp-'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

test(
  'a recorder that is killed in the middle of its writing leaves whole fixtures only, and replay answers from them',
  async () => {
    const cwd = emptyDirectory();
    const upstream = await backend(2000);
    const arrangements = ['record', '--platform', upstream, '--memory', '--log', 'silent'];
    let answered = 0;
    for (let round = 0; round < kills; round++) {
      const recorder = await startServer(arrangements, { cwd });
      const [from, enough] = [round * requests, Math.floor(((round * 0.618) % 1) * requests)];
      const asked = Array.from({ length: requests }, async (_, n) => {
        await (await fetch(`${recorder.url}/api/v2/workspaces/ws-${from + n}`)).text();
        answered++;
      });
      await Promise.all(asked);
      const before = fixturesIn(cwd).length;
      await vi.waitUntil(() => fixturesIn(cwd).length > before + enough, { interval: 1, timeout: 30_000 });
      await recorder.stop('SIGKILL');
      for (const { file, text } of fixturesIn(cwd)) expect(readFixture(text), file).toHaveProperty('fixture');
    }
    const kept = fixturesIn(cwd);
    expect(kept.length).toBeGreaterThan(kills);
    const replay = await startServer(['replay', '--memory', '--log', 'silent'], { cwd });
    for (const { file, text } of kept.slice(0, 50)) {
      const number = /ws-(\d+)/.exec(file)?.[1];
      const response = await fetch(`${replay.url}/api/v2/workspaces/ws-${number}`);
      expect(await response.json(), text).toMatchObject({ data: { number } });
    }
    if (process.env['RESTAGE_KILLS'])
      console.log(`${kills} kills, ${answered} answers, ${kept.length} files, all whole`);
  },
  60_000 + kills * 3000,
);

test('what a killed recorder left half written is cleared away by the next', async () => {
  const cwd = emptyDirectory();
  const upstream = await backend(10);
  const first = await startServer(['record', '--platform', upstream, '--memory', '--log', 'silent'], { cwd });
  await (await fetch(`${first.url}/api/v2/workspaces/ws-1`)).text();
  await first.stop('SIGKILL');
  expect(readdirSync(join(cwd, 'fixtures')).some((name) => name.startsWith('.tmp-'))).toBe(true);

  const second = await startServer(['record', '--platform', upstream, '--memory', '--log', 'silent'], {
    cwd,
  });
  await (await fetch(`${second.url}/api/v2/workspaces/ws-2`)).text();
  expect((await second.stop()).status).toBe(0);

  expect(readdirSync(join(cwd, 'fixtures')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.skipIf(!canLimit)(
  'on a full disk clients get their answers, the loss is said once a file, and the exit status is 1',
  async () => {
    const cwd = emptyDirectory();
    const upstream = await backend(40_000);
    const recorder = await startServer(['record', '--platform', upstream, '--memory', '--log', 'json'], {
      cwd,
    });
    spawnSync('prlimit', ['--fsize=20000:unlimited', '--pid', String(recorder.pid)]);

    for (const n of [1, 2, 1, 2, 1]) {
      const response = await fetch(`${recorder.url}/api/v2/workspaces/ws-${n}`);
      expect(await response.json()).toMatchObject({ data: { number: String(n) } });
    }
    const { status, stderr } = await recorder.stop();

    expect(status).toBe(1);
    expect(stderr).toMatch(/EFBIG|full|too large/i);
    expect(stderr).toContain('workspaces/ws-1');
    expect(stderr).toContain('workspaces/ws-2');
    const told = stderr
      .split('\n')
      .filter((line) => /EFBIG|file too large/i.test(line) && line.includes('ws-1'));
    expect(told.length).toBeLessThanOrEqual(2);
    expect(fixturesIn(cwd)).toEqual([]);
  },
);

test.each([
  ['is a file', (cwd: string) => writeFileSync(join(cwd, 'fixtures'), ''), './fixtures'],
  ['cannot be written to', () => undefined, '/sys/restage-fixtures'],
])(
  'where the fixtures directory %s, clients get their answers and the exit status is 1',
  async (_, spoil, directory) => {
    const cwd = emptyDirectory();
    spoil(cwd);
    const upstream = await backend(10);
    const recorder = await startServer(
      ['record', '--platform', upstream, '--memory', '--log', 'json', '--fixtures', directory],
      { cwd },
    );

    for (const n of [1, 2, 3]) {
      const response = await fetch(`${recorder.url}/api/v2/workspaces/ws-${n}`);
      expect(await response.json()).toMatchObject({ data: { number: String(n) } });
    }
    const { status, stderr } = await recorder.stop();

    expect(status).toBe(1);
    expect(stderr).toContain('fixtures');
  },
);
