import { readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory, runCommand, startServer } from './command.js';

test('without --host only loopback is bound, and the control API asks for no token', async () => {
  const server = await startServer(['serve', '--memory', '--log', 'json']);
  const { url } = server;
  const { port } = new URL(url);
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');

  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect((await fetch(`${url}/__restage/health`)).status).toBe(200);
  if (elsewhere) await expect(fetch(`http://${elsewhere.address}:${port}/v1/modules`)).rejects.toThrow();
  expect((await server.stop()).stderr).not.toContain('listening on');
});

test('with --host 0.0.0.0 a warning says what is exposed, and every control call needs the token', async () => {
  const readyFile = join(emptyDirectory(), 'ready.json');
  const server = await startServer(['serve', '--memory', '--host', '0.0.0.0', '--ready-file', readyFile]);
  const here = `http://127.0.0.1:${new URL(server.url).port}`;
  const { token } = JSON.parse(readFileSync(readyFile, 'utf8')) as { token: string };
  const ask = async (path: string, bearer?: string, method = 'GET'): Promise<number> => {
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    return (await fetch(here + path, { method, headers })).status;
  };

  const calls = [
    '/health',
    '/sessions',
    '/sessions/main',
    '/sessions/main/journal',
    '/sessions/main/state',
    '/nothing',
  ];
  for (const call of calls) {
    for (const wrong of [undefined, 'wrong', `${token}x`, token.slice(1), 'restage-main']) {
      expect(await ask(`/__restage${call}`, wrong), `${call} ${wrong}`).toBe(401);
    }
  }
  expect(await ask('/__restage/sessions/main/reset', undefined, 'POST')).toBe(401);
  expect(await ask('/__restage/sessions/other', 'wrong', 'DELETE')).toBe(401);
  expect(await ask('/__restage/sessions', token)).toBe(200);
  expect(await ask('/__restage/sessions/main/reset', token, 'POST')).toBe(200);
  expect(await ask('/v1/modules')).toBe(200);
  expect(statSync(readyFile).mode & 0o777).toBe(0o600);
  const { stderr } = await server.stop();
  expect(stderr).toContain('listening on 0.0.0.0: whoever can connect to it can read and change');
  expect(stderr).toContain(token);
});

test('a command run by exec gets the token in its environment', async () => {
  const script = `
    const { RESTAGE_CONTROL, RESTAGE_CONTROL_TOKEN } = process.env;
    const url = RESTAGE_CONTROL.replace('0.0.0.0', '127.0.0.1');
    const authorization = 'Bearer ' + RESTAGE_CONTROL_TOKEN;
    const { status } = await fetch(url + '/health', { headers: { authorization } });
    process.exit(status === 200 ? 7 : 1);`;

  const { status, stderr } = await runCommand(
    ['exec', '--host', '0.0.0.0', '--', process.execPath, '--input-type=module', '-e', script],
    { cwd: emptyDirectory() },
  );

  expect(status, stderr).toBe(7);
});
