import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyDirectory, runCommand, startServer } from './command.js';
import { hasTerraform, terraformWorkspace } from './terraform.js';

vi.setConfig({ testTimeout: 60_000 });

interface Manifest {
  readonly Modules: readonly { readonly Key: string; readonly Source: string; readonly Version?: string }[];
}

function installed(dir: string): (string | undefined)[][] {
  const manifest = JSON.parse(readFileSync(join(dir, '.terraform/modules/modules.json'), 'utf8')) as Manifest;
  return manifest.Modules.filter(({ Key }) => Key === 'net').map(({ Source, Version }) => [Source, Version]);
}

const module = (host: string): string =>
  `module "net" {\n  source  = "${host}/acme/network/aws"\n  version = "~> 1.0"\n}\n`;

test.skipIf(!hasTerraform)(
  'a real terraform finds the registry by discovery over https and installs a module',
  async () => {
    const state = emptyDirectory();
    const server = await startServer(['serve', '--tls', '--memory', '--state', state]);
    const { host } = new URL(server.url);
    const workspace = terraformWorkspace(module(host), 'unused.example.test', 'http://127.0.0.1:9/');

    const trusting = await workspace.terraform(['init', '-no-color'], {
      SSL_CERT_FILE: join(state, 'ca.pem'),
    });
    const manifest = installed(workspace.dir);
    const distrusting = await workspace.terraform(['get', '-update', '-no-color'], {
      SSL_CERT_FILE: '/dev/null',
      SSL_CERT_DIR: emptyDirectory(),
    });

    expect(trusting.stderr).toBe('');
    expect(trusting.status).toBe(0);
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(manifest).toEqual([[`${host}/acme/network/aws`, '1.2.0']]);
    expect(distrusting.status).toBe(1);
    expect(distrusting.stderr).toContain('certificate signed by unknown authority');
  },
);

test.skipIf(!hasTerraform)(
  'exec --tls needs no preparation: terraform finds the certificate by itself',
  async () => {
    const workspace = terraformWorkspace(
      module('registry.restage.test'),
      'unused.example.test',
      'http://127.0.0.1:9/',
    );

    const ended = await runCommand(['exec', '--tls', '--', 'terraform', 'init', '-no-color'], {
      cwd: workspace.dir,
      env: { CHECKPOINT_DISABLE: '1' },
    });

    expect(ended.status).toBe(0);
    expect(installed(workspace.dir)).toEqual([['registry.restage.test/acme/network/aws', '1.2.0']]);
  },
);

test('exec --tls gives Node the certificate too', async () => {
  const ask = `fetch(process.env.RESTAGE_URL + '/v1/modules/search?q=network').then((r) => console.log(r.url, r.status))`;

  const ended = await runCommand(['exec', '--tls', '--', process.execPath, '-e', ask]);

  expect(ended.stdout).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1\/modules\/search\?q=network 200\n$/);
});
