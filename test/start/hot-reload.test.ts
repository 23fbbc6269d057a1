import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start, type Running } from '../../src/start.js';
import { emptyDirectory } from '../e2e/command.js';

const network = resolve(import.meta.dirname, '../../scenarios/modules/network');

/** A scenario of one module and one token. */
function story(about: string, extra = ''): string {
  return `scenario: story
platform:
  oauth-clients:
    - { id: oc-1, organization: acme, tokens: [{ id: ot-1, user: octocat }, { id: ot-2, user: mona }] }
registry:
  modules:
    - { module: acme/network/aws, about: "${about}", source: ./network, versions: [1.0.0] }
${extra}`;
}

/** A server that plays a story file, and what it says about the file. */
interface Stage {
  readonly running: Running;
  readonly file: string;
  readonly directory: string;
  /** The next thing that a person is told, also when that was already. */
  readonly told: () => Promise<string>;
  readonly about: () => Promise<unknown>;
}

async function playing(text: string): Promise<Stage> {
  const directory = emptyDirectory();
  const file = join(directory, 'story.yaml');
  cpSync(network, join(directory, 'network'), { recursive: true });
  writeFileSync(file, text);
  const messages: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  const running = await start({
    scenario: file,
    cwd: directory,
    listen: false,
    memory: true,
    watch: true,
    warn: (message) => {
      const waiter = waiting.shift();
      if (waiter) waiter(message);
      else messages.push(message);
    },
  });
  onTestFinished(() => running.close());
  return {
    running,
    file,
    directory,
    told: () => {
      const message = messages.shift();
      return message === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(message);
    },
    about: async () => (await ask(running, '/v1/modules/acme/network/aws/1.0.0'))['description'],
  };
}

async function ask(running: Running, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { authorization: 'Bearer any', ...init.headers };
  const response = await running.fetch(new Request(running.url + path, { ...init, headers }));
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const takenUp = (file: string): string => `the scenario ${file} was changed and taken up`;

test('a changed scenario is taken up by every session that plays it, with what they changed themselves', async () => {
  const { running, file, told } = await playing(story('before'));
  await ask(running, '/~other/api/v2/oauth-tokens/ot-1', { method: 'DELETE' });
  await ask(running, '/api/v2/oauth-tokens/ot-2');

  writeFileSync(file, story('after'));

  expect(await told()).toBe(takenUp(file));
  const path = '/v1/modules/acme/network/aws/1.0.0';
  expect((await ask(running, path))['description']).toBe('after');
  expect((await ask(running, `/~other${path}`))['description']).toBe('after');
  expect(await ask(running, '/~other/api/v2/oauth-tokens/ot-1')).toHaveProperty('errors');
  expect(await ask(running, '/api/v2/oauth-tokens/ot-1')).toHaveProperty('data');
  const journal = await ask(running, '/__restage/sessions/main/journal');
  expect(journal['entries']).toHaveLength(3);
});

test('a broken scenario keeps the last good one and says where it is broken, until it is mended', async () => {
  const { file, told, about } = await playing(story('good'));

  writeFileSync(file, story('broken', 'limits:\n  platform: { rate: 3, per: soon }\n'));
  const first = await told();
  const meanwhile = await about();
  writeFileSync(file, 'scenario: [');
  const second = await told();
  writeFileSync(file, story('mended'));

  expect(first).toMatch(
    new RegExp(
      `^the scenario ${file} was changed but cannot be played, so the last good one stays:\n${file}:9:29 limits.platform.per: found "soon", expected `,
    ),
  );
  expect(meanwhile).toBe('good');
  expect(second).toMatch(new RegExp(`${file}:1:\\d+: found a mistake`));
  expect(await told()).toBe(takenUp(file));
  expect(await about()).toBe('mended');
});

test('a scenario that an editor puts in place by renaming is taken up, again and again', async () => {
  const { file, told, about, directory } = await playing(story('0'));

  for (const text of ['1', '2', '3']) {
    writeFileSync(join(directory, '.story.yaml.swp'), story(text));
    renameSync(join(directory, '.story.yaml.swp'), file);

    expect(await told()).toBe(takenUp(file));
    expect(await about()).toBe(text);
  }
});

test('a scenario that is deleted stays as it was, and is taken up when it is back', async () => {
  const { file, told, about } = await playing(story('before'));

  rmSync(file);
  const gone = await told();
  const meanwhile = await about();
  writeFileSync(file, story('after'));

  expect(gone).toContain('so the last good one stays:');
  expect(gone).toContain(`${file}: found no such file, expected a scenario file`);
  expect(meanwhile).toBe('before');
  expect(await told()).toBe(takenUp(file));
  expect(await about()).toBe('after');
});

test('a request that is under way when the scenario changes gets its answer', async () => {
  const slow = 'steps:\n  - { on: platform.oauth-tokens.show, fault: { delay: { clock: 1h } } }\n';
  const { running, file, told } = await playing(story('before', slow));
  const under = ask(running, '/api/v2/oauth-tokens/ot-1');

  writeFileSync(file, story('after'));
  await told();

  expect(await under).toHaveProperty('data');
});

test('changed sources of a module are read again', async () => {
  const { running, told, directory } = await playing(story('module'));
  const readme = async (): Promise<unknown> => {
    const { root } = await ask(running, '/v1/modules/acme/network/aws/1.0.0');
    return (root as { readme: unknown }).readme;
  };
  const before = await readme();

  // Watching begins when the server already answers, so something that is told comes first.
  writeFileSync(join(directory, 'story.yaml'), story('module, watched'));
  await told();
  writeFileSync(join(directory, 'network/README.md'), '# Rewritten\n');

  expect(await told()).toBe(`the module ${join(directory, 'network')} was changed and will be read again`);
  expect(before).not.toBe('# Rewritten\n');
  expect(await readme()).toBe('# Rewritten\n');
});

test('the sources of a module that came with a change are watched from then on, also when they go and come back', async () => {
  const { file, told, directory } = await playing(story('module'));
  const other = join(directory, 'elsewhere/other');
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, 'main.tf'), '# one\n');
  const changed = `the module ${other} was changed and will be read again`;

  writeFileSync(file, story('module').replace('./network', './elsewhere/other'));
  const taken = await told();
  writeFileSync(join(other, 'main.tf'), '# two\n');
  const edited = await told();
  rmSync(other, { recursive: true });
  const gone = await told();
  mkdirSync(other);
  writeFileSync(join(other, 'main.tf'), '# three\n');

  expect(taken).toBe(takenUp(file));
  expect([edited, gone, await told()]).toEqual([changed, changed, changed]);
});
