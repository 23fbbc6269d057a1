import { expect, test } from 'vitest';
import type { Ended } from './command.js';
import { startServer } from './command.js';
import { hasTerraform, terraformWorkspace } from './terraform.js';

const host = 'registry.example.test';
const main = `module "network" {\n  source  = "${host}/acme/network/aws"\n  version = "1.2.0"\n}\n`;

interface Entry {
  readonly at: string;
  readonly method: string;
  readonly operation: string;
  readonly status: number | null;
  readonly note?: object;
}

/** Runs `terraform init` against a bundled scenario; how it ended, and what the server saw. */
async function init(scenario: string, env: NodeJS.ProcessEnv = {}): Promise<{ ended: Ended; seen: Entry[] }> {
  const server = await startServer(['serve', '--scenario', scenario, '--memory']);
  const workspace = terraformWorkspace(main, host, `${server.url}/v1/modules/`);
  const ended = await workspace.terraform(['init', '-no-color'], env);
  const journal = await fetch(`${server.url}/__restage/sessions/main/journal`);
  return { ended, seen: ((await journal.json()) as { entries: Entry[] }).entries };
}

const statuses = (seen: readonly Entry[], operation: string): (number | null)[] =>
  seen.filter((entry) => entry.operation === operation).map(({ status }) => status);

test.skipIf(!hasTerraform)('a real terraform waits as long as a 429 says, and installs then', async () => {
  const { ended, seen } = await init('rate-limited');

  const [refused, answered] = seen.filter(({ operation }) => operation === 'registry.modules.versions');
  expect(ended.status).toBe(0);
  expect([refused?.status, answered?.status]).toEqual([429, 200]);
  expect(Date.parse(answered!.at) - Date.parse(refused!.at)).toBeGreaterThanOrEqual(990);
  expect(seen.filter(({ note }) => note)).toEqual([]);
});

test.skipIf(!hasTerraform)('a real terraform that may try again 3 times outlives two 503', async () => {
  const { ended, seen } = await init('registry-unavailable', { TF_REGISTRY_DISCOVERY_RETRY: '3' });

  expect(ended.status).toBe(0);
  expect(statuses(seen, 'registry.modules.versions')).toEqual([503, 503, 200]);
});

test.skipIf(!hasTerraform)(
  'a real terraform gives up after two 503 when nobody tells it otherwise',
  async () => {
    const { ended, seen } = await init('registry-unavailable');

    expect(ended.status).toBe(1);
    expect(ended.stderr.replace(/\s+/g, ' ')).toContain('the request failed after 2 attempts');
    expect(statuses(seen, 'registry.modules.versions')).toEqual([503, 503]);
  },
);

test.skipIf(!hasTerraform)(
  'a real terraform does not try an archive again whose connection is reset',
  async () => {
    const { ended, seen } = await init('archive-reset');

    const archives = seen.filter(({ operation }) => operation === 'registry.modules.archive');
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('connection reset by peer');
    expect(statuses(seen, 'registry.modules.versions')).toEqual([200]);
    expect(statuses(seen, 'registry.modules.download')).toEqual([204]);
    expect(archives.map(({ status }) => status)).toEqual(archives.map(() => null));
    expect(new Set(archives.map(({ method }) => method)).size).toBe(archives.length);
  },
);
