import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDirectory } from '../e2e/command.js';
import { run, workIn } from './run.js';

test.each([
  [
    'a command that there is not is answered with the nearest first',
    ['srve'],
    "unknown command 'srve', expected serve, or one of exec, schema, check, record, replay, scenarios, passthrough, completion; see restage --help",
  ],
  [
    'no command at all is answered with those there are',
    [],
    'a command is missing, expected one of serve, record, replay, passthrough, exec, check, scenarios, schema, completion; see restage --help',
  ],
  [
    'an option that there is not is answered with the nearest first',
    ['replay', '--fixture', 'x'],
    "unknown option '--fixture', expected --fixtures, or one of --state, --derive, --port, --host, --tls, --memory, --end, --scenario and 6 more; see restage replay --help",
  ],
  [
    'an option without its value says which value',
    ['serve', '--port'],
    "option '--port <n>' argument missing; see restage serve --help",
  ],
  [
    'a port that is none says which numbers are',
    ['serve', '--port', '70000'],
    "option '--port <n>' argument '70000' is invalid, expected a whole number from 0 to 65535; see restage serve --help",
  ],
  [
    'a seed that is none says which numbers are',
    ['serve', '--seed', '-1'],
    "option '--seed <n>' argument '-1' is invalid, expected a whole number from 0 to 4294967295; see restage serve --help",
  ],
  [
    'a choice that there is not is answered with the nearest first',
    ['serve', '--log', 'jsn'],
    "option '--log <kind>' argument 'jsn' is invalid, expected json, or one of silent, pretty; see restage serve --help",
  ],
  [
    'an argument that there is not is answered with the nearest first',
    ['schema', 'confg'],
    "command-argument value 'confg' is invalid for argument 'kind', expected config, or one of scenario; see restage schema --help",
  ],
  [
    'a word too many is named',
    ['serve', 'awaiting-override'],
    'too much for serve: found "awaiting-override"; see restage serve --help',
  ],
  [
    'exec without a command says what is missing',
    ['exec', '--strict'],
    "missing required argument 'command'; see restage exec --help",
  ],
  [
    'a scenario file that there is not is called so',
    ['serve', '--scenario', './stories/outage.yaml'],
    './stories/outage.yaml: found no such file, expected a scenario file',
  ],
  [
    'a named config that there is not is called so',
    ['serve', '--config', 'nowhere.yaml'],
    '--config: there is no file nowhere.yaml; name one that is there, or leave --config out',
  ],
  [
    'a mode that needs a real backend says how to name it',
    ['record'],
    'record needs to know the real backend: name it with --platform URL, --registry URL or both',
  ],
  [
    'so does exec in such a mode, before it runs anything',
    ['exec', '--mode', 'passthrough', '--', 'false'],
    'passthrough needs to know the real backend: name it with --platform URL, --registry URL or both',
  ],
])('%s', async (_name, words, told) => {
  workIn(emptyDirectory());

  const ran = await run(...words);

  expect(ran).toEqual({ status: 2, stdout: '', stderr: `restage: ${told}\n` });
});

test('a scenario that there is not is answered with the nearest first', async () => {
  const { status, stderr } = await run('serve', '--scenario', 'awaiting-overide');

  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^restage: awaiting-overide: found no scenario of that name, expected awaiting-override, or one of .*, or a file such as \.\/awaiting-overide\.yaml\n$/,
  );
});

test('a port that is in use says how to choose another', async () => {
  workIn(emptyDirectory());
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((listening) => other.once('listening', listening));
  const { port } = other.address() as AddressInfo;

  const ran = await run('serve', '--memory', '--log', 'silent', '--port', String(port));

  expect(ran.status).toBe(1);
  expect(ran.stderr).toBe(
    `restage: port ${port} on 127.0.0.1 is in use; choose another with --port, or --port 0 for a free one\n`,
  );
});
