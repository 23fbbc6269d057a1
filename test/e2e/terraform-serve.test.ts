import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from './command.js';
import { hasTerraform, terraformWorkspace } from './terraform.js';

const host = 'registry.example.test';

const main = `
module "old" {
  source  = "${host}/acme/network/aws"
  version = "1.0.0"
}
module "new" {
  source  = "${host}/acme/network/aws"
  version = "1.2.0"
}
`;

interface Manifest {
  readonly Modules: readonly { readonly Key: string; readonly Version?: string; readonly Dir: string }[];
}

function installed(dir: string): Record<string, string | undefined> {
  const manifest = JSON.parse(readFileSync(join(dir, '.terraform/modules/modules.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    manifest.Modules.filter(({ Key }) => Key === 'old' || Key === 'new').map(({ Key, Version }) => [
      Key,
      Version,
    ]),
  );
}

test.skipIf(!hasTerraform)(
  'a real terraform installs two versions of a module over plain http, and again',
  async () => {
    const server = await startServer(['serve', '--scenario', 'default', '--memory']);
    const workspace = terraformWorkspace(main, host, `${server.url}/v1/modules/`);

    const init = await workspace.terraform(['init', '-no-color']);
    const first = installed(workspace.dir);
    const update = await workspace.terraform(['get', '-update', '-no-color']);

    expect(init.stderr).toBe('');
    expect(init.status).toBe(0);
    expect(first).toEqual({ old: '1.0.0', new: '1.2.0' });
    expect(update.status).toBe(0);
    expect(installed(workspace.dir)).toEqual(first);
  },
);

test.skipIf(!hasTerraform)('a real terraform is told which module there is not', async () => {
  const server = await startServer(['serve', '--scenario', 'default', '--memory']);
  const missing = `module "x" {\n  source  = "${host}/acme/nowhere/aws"\n  version = "1.0.0"\n}\n`;
  const workspace = terraformWorkspace(missing, host, `${server.url}/v1/modules/`);

  const init = await workspace.terraform(['init', '-no-color']);

  expect(init.status).toBe(1);
  expect(init.stderr).toContain('Module "x" (from main.tf:1) cannot be found in the module registry');
});
