import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDirectory, startServer } from './command.js';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

test('away from a terminal every line of the log is JSON, one a request, without secrets', async () => {
  const server = await startServer(['serve', '--memory']);
  await fetch(`${server.url}/v1/modules/search?q=network&access_token=made-up-secret`);
  await fetch(`${server.url}/~b/nowhere?Client_Secret=made-up-secret`, {
    headers: { authorization: 'Bearer made-up-secret' },
  });

  const { stderr, status } = await server.stop();
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

  expect(status).toBe(0);
  expect(stderr).not.toContain('made-up-secret');
  expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
    expect.objectContaining({
      session: 'main',
      method: 'GET',
      path: '/v1/modules/search',
      query: 'q=network&access_token=REDACTED',
      operation: 'registry.modules.search',
      status: 200,
      source: 'emulated',
      outcome: 'answered',
      ms: expect.any(Number) as unknown,
    }),
    expect.objectContaining({
      session: 'b',
      status: 501,
      outcome: 'refused',
      query: 'Client_Secret=REDACTED',
    }),
  ]);
});

test.each(['json', 'pretty'])('a server goes on when nobody reads its %s log any more', async (kind) => {
  const child = spawn(process.execPath, [main, 'serve', '--memory', '--port', '0', '--log', kind], {
    cwd: emptyDirectory(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(ready.toString())?.[0] ?? '';
  child.stderr.destroy();
  child.stdout.destroy();
  await once(child.stderr, 'close');

  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await fetch(`${url}/v1/modules/search?q=x`)).status);
  child.kill('SIGTERM');

  expect(statuses).toEqual([200, 200, 200]);
  expect(await once(child, 'exit')).toEqual([0, null]);
});
