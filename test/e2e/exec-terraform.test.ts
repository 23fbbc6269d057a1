import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory, runCommand, startServer } from './command.js';
import { hasTerraform } from './terraform.js';

const init = ['terraform', 'init', '-no-color'];

/** A directory with a root module that has one module of each source, and nothing else. */
function rootModule(...sources: string[]): string {
  const dir = emptyDirectory();
  const blocks = sources.map(
    (source, at) => `module "m${at}" {\n  source  = "${source}"\n  version = "1.0.0"\n}\n`,
  );
  writeFileSync(join(dir, 'main.tf'), blocks.join(''));
  return dir;
}

function installed(dir: string): string[] {
  const { Modules } = JSON.parse(readFileSync(join(dir, '.terraform/modules/modules.json'), 'utf8')) as {
    Modules: { Key: string; Source: string }[];
  };
  return Modules.filter(({ Key }) => /^m\d+$/.test(Key)).map(({ Source }) => Source);
}

/** Runs exec where nothing but terraform's own settings is at home. */
async function exec(cwd: string, words: readonly string[], home = emptyDirectory()) {
  const TMPDIR = emptyDirectory();
  const env = { TMPDIR, HOME: home, TF_CLI_CONFIG_FILE: '', CHECKPOINT_DISABLE: '1' };
  const ended = await runCommand(['exec', ...words], { cwd, env });
  expect(readdirSync(TMPDIR)).toEqual([]);
  return ended;
}

test.skipIf(!hasTerraform)('a real terraform init needs nothing but exec before it', async () => {
  const dir = rootModule('registry.restage.test/acme/network/aws');

  const { status, stderr } = await exec(dir, ['--strict', '--', ...init]);

  expect(stderr).toMatch(/^restage: \d requests \(\d emulated\)\n$/);
  expect(status).toBe(0);
  expect(installed(dir)).toEqual(['registry.restage.test/acme/network/aws']);
});

test.skipIf(!hasTerraform)(
  'a real terraform keeps what its own configuration says of other hosts, and is told which host was taken over',
  async () => {
    const other = await startServer(['serve', '--memory']);
    const home = emptyDirectory();
    const hostBlock = (host: string): string =>
      `host "${host}" {\n  services = { "modules.v1" = "${other.url}/~mine/v1/modules/" }\n}\n`;
    writeFileSync(
      join(home, '.terraformrc'),
      hostBlock('own.example.test') + hostBlock('taken.example.test'),
    );
    const dir = rootModule('own.example.test/acme/network/aws', 'taken.example.test/acme/network/aws');

    const { status, stderr } = await exec(
      dir,
      ['--registry-host', 'taken.example.test', '--', ...init],
      home,
    );
    const mine = (await (await fetch(`${other.url}/__restage/sessions/mine/report`)).json()) as {
      requests: { byOperation: Record<string, number> };
    };

    expect(status).toBe(0);
    expect(installed(dir)).toHaveLength(2);
    expect(mine.requests.byOperation['registry.modules.versions']).toBe(1);
    expect(stderr).toMatch(
      /^restage: the host block for taken\.example\.test in the CLI configuration of terraform is replaced for this run\nrestage: \d requests/,
    );
  },
);

test.skipIf(!hasTerraform)(
  'a real terraform run is recorded by exec, and replayed strictly with the backend gone',
  async () => {
    const backend = await startServer(['serve', '--memory']);
    const dir = rootModule('registry.restage.test/acme/network/aws', 'registry.restage.test/acme/bucket/aws');

    const recorded = await exec(dir, ['--mode', 'record', '--registry', backend.url, '--', ...init]);
    await backend.stop();
    rmSync(join(dir, '.terraform'), { recursive: true });
    const replayed = await exec(dir, ['--mode', 'replay', '--strict', '--', ...init]);

    expect(recorded.stderr).toMatch(
      /^restage: (\d+) requests \(\1 upstream\)\nrestage: recorded \d+ fixtures\n$/,
    );
    expect(recorded.status).toBe(0);
    expect(replayed.stderr).toMatch(/^restage: (\d+) requests \(\1 recorded\)\n$/);
    expect(replayed.status).toBe(0);
    expect(installed(dir)).toHaveLength(2);
  },
);

test('what exec recorded and nobody asked for again makes a strict replay fall short', async () => {
  const backend = await startServer(['serve', '--memory']);
  const dir = emptyDirectory();
  const ask = (path: string): string => `curl -s -o /dev/null "$RESTAGE_URL${path}"`;
  const versions = '/v1/modules/acme/network/aws/versions';

  await exec(dir, [
    '--mode',
    'record',
    '--registry',
    backend.url,
    '--',
    'sh',
    '-c',
    `${ask(versions)}; ${ask('/v1/modules/acme')}`,
  ]);
  await backend.stop();
  const replayed = await exec(dir, [
    '--mode',
    'replay',
    '--strict',
    '--',
    'sh',
    '-c',
    `${ask(versions)}; ${ask('/v1/modules/other')}`,
  ]);

  expect(replayed.status).toBe(3);
  expect(replayed.stderr).toMatch(/^restage: 2 requests \(1 recorded, 1 refused\)$/m);
  expect(replayed.stderr).toMatch(/^ {2}refused GET \/v1\/modules\/other: .*/m);
  expect(replayed.stderr).toMatch(/^ {2}unused fixture .*acme.*\.json$/m);
  expect(existsSync(join(dir, 'fixtures'))).toBe(true);
});

test.skipIf(!hasTerraform)('a real terraform installs over https from exec with --tls', async () => {
  const dir = rootModule('registry.restage.test/acme/network/aws');

  const { status, stderr } = await exec(dir, ['--tls', '--', ...init]);

  expect(stderr).toMatch(/^restage: \d requests \(\d emulated\)\n$/);
  expect(status).toBe(0);
});
