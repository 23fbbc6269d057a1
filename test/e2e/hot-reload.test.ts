import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDirectory } from './command.js';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

test('a server takes up its scenario when the file is saved, and says where it is broken', async () => {
  const cwd = emptyDirectory();
  const file = join(cwd, 'story.yaml');
  const story = (steps: string): string => `scenario: story\nsteps:\n  - ${steps}\n`;
  const respond = (status: number): string => story(`{ on: platform.ping, respond: { status: ${status} } }`);
  writeFileSync(file, respond(418));
  const args = ['serve', '--scenario', './story.yaml', '--memory', '--port', '0', '--log', 'pretty'];
  const child = spawn(process.execPath, [main, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  const until = async (text: string): Promise<void> => {
    while (!told.includes(text)) await once(child.stderr, 'data');
  };
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(ready.toString())?.[0] ?? '';
  const ping = async (): Promise<number> => (await fetch(`${url}/api/v2/ping`)).status;
  const statuses = [await ping()];

  writeFileSync(file, story('{ on: platform.pong }'));
  await until('so the last good one stays:');
  statuses.push(await ping());
  writeFileSync(file, respond(409));
  await until('was changed and taken up');
  statuses.push(await ping());

  expect(statuses).toEqual([418, 418, 409]);
  expect(told).toMatch(
    /^\.\/story\.yaml:3:\d+ steps\[0\]\.on: found "platform\.pong", expected platform\.ping/m,
  );
});
