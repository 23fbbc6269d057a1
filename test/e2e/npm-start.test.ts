import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../..');

test('npm start serves the bundled scenario, says what to try, and ends when it is asked to', async () => {
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--memory', '--log', 'pretty'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((done) => npm.on('close', done));
  onTestFinished(async () => {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? 0), 'SIGKILL');
    await ended;
  });
  let said = '';
  await new Promise<void>((ready) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('restage ready: ') && said.includes('Stop with Ctrl-C.')) ready();
    };
    npm.stdout.on('data', hear);
    npm.stderr.on('data', hear);
  });
  const [, url = ''] = /^restage ready: (\S+) \(serve, scenario default\)$/m.exec(said) ?? [];

  const tried = [...said.matchAll(/curl .*?'?(http:\/\/[^'\s]+)'?$/gm)].map(([, address = '']) => address);
  const answers = await Promise.all(
    tried.map(async (address) => fetch(address, { headers: { authorization: 'Bearer demo' } })),
  );
  process.kill(-(npm.pid ?? 0), 'SIGINT'); // as Ctrl-C in a terminal does
  await ended;

  expect(tried.every((address) => address.startsWith(url))).toBe(true);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});
