import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeCertificateBundles } from '../../src/cli/exec/certificate-bundles.js';
import { ownTerraformConfig } from '../../src/cli/exec/own-terraform-config.js';
import { replacedHosts, terraformConfig } from '../../src/cli/exec/terraform-config.js';
import { hasTerraform } from '../e2e/terraform.js';
import { emptyDirectory } from '../e2e/command.js';

const modules = 'http://127.0.0.1:4010/v1/modules/';

test('our hosts stand after all that the user’s own files say', () => {
  const own = [
    { file: '/home/me/.terraformrc', text: 'plugin_cache_dir = "/cache"\n' },
    { file: '/home/me/.terraform.d/a.tfrc', text: 'credentials "app.example.com" {\n  token = "made-up"\n}' },
  ];

  expect(terraformConfig(own, ['one.example.test', 'two.example.test'], modules))
    .toBe(`# /home/me/.terraformrc
plugin_cache_dir = "/cache"

# /home/me/.terraform.d/a.tfrc
credentials "app.example.com" {
  token = "made-up"
}

# restage exec
host "one.example.test" {
  services = { "modules.v1" = "${modules}" }
}
host "two.example.test" {
  services = { "modules.v1" = "${modules}" }
}
`);
});

const json = {
  credentials: { 'app.example.com': { token: 'made-up' } },
  plugin_cache_dir: '/cache',
  host: { 'own.example.test': { services: { 'modules.v1': 'http://127.0.0.1:9/' } } },
  provider_installation: { filesystem_mirror: [{ path: '/a' }, { path: '/b', include: ['x/*/*'] }] },
};

test('what is written in JSON is said again in the native syntax', () => {
  const own = [{ file: 'credentials.tfrc.json', text: JSON.stringify(json) }];

  const config = terraformConfig(own, ['one.example.test'], modules);

  expect(config).toContain('credentials "app.example.com" {\n"token" = "made-up"\n}');
  expect(config).toContain('"plugin_cache_dir" = "/cache"');
  expect(config.match(/filesystem_mirror/g)).toHaveLength(2);
});

test.skipIf(!hasTerraform)('a real terraform reads what came from JSON without a word of complaint', () => {
  const dir = emptyDirectory();
  const file = join(dir, 'made.tfrc');
  mkdirSync(join(dir, 'cache'));
  const own = {
    file: 'own.tfrc.json',
    text: JSON.stringify({ ...json, plugin_cache_dir: join(dir, 'cache') }),
  };
  writeFileSync(file, terraformConfig([own], ['one.example.test'], modules));

  const env = { ...process.env, TF_CLI_CONFIG_FILE: file, CHECKPOINT_DISABLE: '1' };
  const { stderr, stdout } = spawnSync('terraform', ['version'], { cwd: dir, env, encoding: 'utf8' });

  expect(stdout).toContain('Terraform v');
  expect(stderr).toBe('');
});

test('a host that the user has a block for is named, unless it is commented out', () => {
  const own = [
    { file: 'a', text: 'host "one.example.test" {}\n# host "two.example.test" {}\n' },
    { file: 'b.json', text: '{"host":{"three.example.test":{}}}' },
  ];

  expect(replacedHosts(own, ['one.example.test', 'two.example.test', 'three.example.test'])).toEqual([
    'one.example.test',
    'three.example.test',
  ]);
});

test('terraform’s own order is kept: the named file alone, else the one at home and then those of .terraform.d', () => {
  const home = emptyDirectory();
  mkdirSync(join(home, '.terraform.d'));
  for (const file of [
    '.terraformrc',
    '.terraform.d/b.tfrc',
    '.terraform.d/a.tfrc.json',
    '.terraform.d/other',
    'named',
  ]) {
    writeFileSync(join(home, file), file);
  }
  const textsIn = (env: NodeJS.ProcessEnv): string[] => ownTerraformConfig(env).map(({ text }) => text);

  expect(textsIn({ HOME: home })).toEqual([
    '.terraformrc',
    '.terraform.d/a.tfrc.json',
    '.terraform.d/b.tfrc',
  ]);
  expect(textsIn({ HOME: home, TF_CLI_CONFIG_FILE: join(home, 'named') })).toEqual(['named']);
  expect(textsIn({ HOME: home, TF_CLI_CONFIG_FILE: join(home, 'nowhere') })).toEqual([]);
});

test('clients go on trusting whom they trusted: the bundles hold their authorities and ours', () => {
  const dir = emptyDirectory();
  for (const name of ['ca', 'own', 'extra']) writeFileSync(join(dir, name), `${name} certificate`);
  const env = { SSL_CERT_FILE: join(dir, 'own'), NODE_EXTRA_CA_CERTS: join(dir, 'extra') };

  const { all, extra } = writeCertificateBundles(dir, join(dir, 'ca'), env);
  const bundled = readFileSync(all, 'utf8');
  const added = readFileSync(extra, 'utf8');
  writeCertificateBundles(dir, join(dir, 'ca'), {});

  expect(bundled).toBe('own certificate\nca certificate\n');
  expect(added).toBe('extra certificate\nca certificate\n');
  expect(readFileSync(all, 'utf8')).toMatch(/-----END CERTIFICATE-----\nca certificate\n$/);
});
