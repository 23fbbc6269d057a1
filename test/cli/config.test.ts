import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { applyConfig } from '../../src/cli/config/apply.js';
import { configJsonSchema } from '../../src/cli/config/json-schema.js';
import { createProgram } from '../../src/cli/program.js';
import { emptyDirectory } from '../e2e/command.js';
import { run, workIn } from './run.js';

/** The options that a command would run with in a directory that has this `restage.yaml`. */
async function optionsOf(config: string, ...words: string[]): Promise<Record<string, unknown>> {
  const directory = emptyDirectory();
  writeFileSync(join(directory, 'restage.yaml'), config);
  workIn(directory);
  const program = createProgram();
  const command = program.commands.find((one) => one.name() === words[0]) ?? new Command();
  command.action(() => undefined);
  await program.parseAsync(words, { from: 'user' });
  return command.opts();
}

test('what the config says takes the place of defaults', async () => {
  const options = await optionsOf(
    'port: 4711\nend: loop\nderive: true\nallow-host: [build.example.test]\n',
    'replay',
  );

  expect(options).toMatchObject({ port: 4711, end: 'loop', derive: true, allowHost: ['build.example.test'] });
});

test('flags win over the config', async () => {
  const options = await optionsOf('port: 4711\nend: loop\n', 'replay', '--port', '0');

  expect(options).toMatchObject({ port: 0, end: 'loop' });
});

test('a config says what is for other commands without harm', async () => {
  const options = await optionsOf('end: loop\nstrict: true\nplatform: https://app.example.com\n', 'serve');

  expect(options).not.toHaveProperty('end');
  expect(options).not.toHaveProperty('platform');
});

test('what is to be redacted comes from the config alone', async () => {
  const options = await optionsOf('redact: { headers: [x-internal] }\n', 'replay');

  expect(options).toMatchObject({ redact: { headers: ['x-internal'] } });
});

test('a server of exec does not take the place of one that stays', async () => {
  const options = await optionsOf(
    'port: 4711\nstate: kept\nready-file: ready.json\nmemory: true\n',
    'exec',
    '--',
    'true',
  );

  expect(options).toMatchObject({ port: 0, memory: true });
  expect(options).not.toHaveProperty('state');
  expect(options).not.toHaveProperty('readyFile');
});

test('paths in a config elsewhere count from its own directory, and names stay names', async () => {
  const directory = emptyDirectory();
  mkdirSync(join(directory, 'conf'));
  writeFileSync(join(directory, 'conf/dev.yaml'), 'fixtures: taped\nscenario: ./story.yaml\nstate: kept\n');
  writeFileSync(join(directory, 'conf/named.yaml'), 'scenario: awaiting-override\n');
  workIn(directory);
  const replay = (file: string): Command => {
    const command = createProgram().commands.find((one) => one.name() === 'replay') ?? new Command();
    command.setOptionValueWithSource('config', file, 'cli');
    return command;
  };
  const elsewhere = replay('conf/dev.yaml');
  const named = replay('conf/named.yaml');

  await applyConfig(elsewhere);
  await applyConfig(named);

  const from = (path: string): string => resolve(process.cwd(), 'conf', path);
  expect(elsewhere.opts()).toMatchObject({
    fixtures: from('taped'),
    scenario: from('story.yaml'),
    state: from('kept'),
  });
  expect(named.opts()).toMatchObject({ scenario: 'awaiting-override' });
});

test('every mistake in a config is told with its place', async () => {
  workIn(emptyDirectory());
  writeFileSync('restage.yaml', '# mine\nprot: 1\nport: 99999\nlog: loud\nend: [hold]\n');

  const { status, stderr } = await run('serve');

  expect(status).toBe(1);
  expect(stderr.split('\n')).toEqual([
    'restage: the config restage.yaml cannot be used:',
    expect.stringMatching(/^restage\.yaml:2:1 prot: found .*, expected port, or one of /),
    'restage.yaml:3:7 port: found 99999, expected a whole number from 0 to 65535',
    expect.stringMatching(/^restage\.yaml:4:6 log: found "loud", expected .*pretty/),
    expect.stringMatching(/^restage\.yaml:5:6 end: found a list, expected .*hold/),
    '',
  ]);
});

test('a config that is no YAML is told with its place', async () => {
  workIn(emptyDirectory());
  writeFileSync('mine.yaml', 'port: 4010\nhost: "127.0.0.1\n');

  const { status, stderr } = await run('replay', '--config', 'mine.yaml');

  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^restage: the config mine\.yaml cannot be used:\nmine\.yaml:\d:\d+: found a mistake \(/,
  );
});

test('an empty config says nothing', async () => {
  expect(await optionsOf('# nothing yet\n', 'serve')).toMatchObject({ port: 4010 });
});

test('every option of every command can stand in the config, but for those that only make sense once', () => {
  const { properties = {} } = configJsonSchema() as { properties?: Record<string, unknown> };
  const known = [...Object.keys(properties), 'config'];
  const options = createProgram().commands.flatMap(({ options: all }) =>
    all.map(({ long }) => long?.slice(2) ?? ''),
  );

  expect([...new Set(options)].filter((option) => !known.includes(option))).toEqual([]);
});
