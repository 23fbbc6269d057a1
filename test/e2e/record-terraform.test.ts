import { execFileSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { packModule } from '../../src/edges/module-archive.js';
import { awkwardUpstream } from './awkward-upstream.js';
import { emptyDirectory, startServer } from './command.js';
import { hasTerraform, terraformWorkspace, type Workspace } from './terraform.js';

const host = 'registry.example.test';
const network = resolve(import.meta.dirname, '../../scenarios/modules/network');

const main = ['near', 'far', 'git', 'moved']
  .map((name) => `module "${name}" {\n  source  = "${host}/acme/${name}/aws"\n  version = "1.0.0"\n}\n`)
  .join('');

/** A repository with a module in a directory of its own, which refers to its neighbour. */
function repository(): string {
  const dir = emptyDirectory();
  mkdirSync(join(dir, 'modules/inner'), { recursive: true });
  writeFileSync(join(dir, 'modules/inner/main.tf'), 'output "inner" {\n  value = 1\n}\n');
  mkdirSync(join(dir, 'root'));
  writeFileSync(join(dir, 'root/main.tf'), 'module "inner" {\n  source = "../modules/inner"\n}\n');
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, '-C', dir, ...args], { stdio: 'ignore' });
  };
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message=first');
  git('tag', 'v1');
  return dir;
}

/** A registry whose modules lie in four kinds of places. */
async function registry() {
  const repo = repository();
  const archive = Buffer.from(await packModule(network));
  const files = await awkwardUpstream({
    'GET /far/network.tgz': (response) => response.end(archive),
    'GET /moved/here': (response, origin) =>
      response.writeHead(302, { location: `${origin}/far/network.tgz` }).end(),
  });
  const versions = JSON.stringify({ modules: [{ versions: [{ version: '1.0.0' }] }] });
  const places: Record<string, string> = {
    near: './files/network.tar.gz',
    far: `${files.url}/far/network.tgz?signature=made-up-${Date.now()}`,
    git: `git::file://${repo}//root?ref=v1`,
    moved: `${files.url}/moved/here?archive=tar.gz`,
  };
  const upstream = await awkwardUpstream({
    'GET /.well-known/terraform.json': (response) => response.end('{"modules.v1":"/registry/modules/"}'),
    'GET /registry/modules/acme/near/aws/1.0.0/files/network.tar.gz': (response) => response.end(archive),
    ...Object.fromEntries(
      Object.entries(places).flatMap(([name, place]) => [
        [
          `GET /registry/modules/acme/${name}/aws/versions`,
          (response: ServerResponse) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end(versions),
        ],
        [
          `GET /registry/modules/acme/${name}/aws/1.0.0/download`,
          (response: ServerResponse) => response.writeHead(204, { 'x-terraform-get': place }).end(),
        ],
      ]),
    ),
  });
  return {
    url: upstream.url,
    connections: () => upstream.connections() + files.connections(),
    close: async () => {
      await upstream.close();
      await files.close();
    },
  };
}

function installed({ dir }: Workspace): string[] {
  const manifest = JSON.parse(readFileSync(join(dir, '.terraform/modules/modules.json'), 'utf8')) as {
    Modules: { Key: string; Dir: string }[];
  };
  return manifest.Modules.map(({ Key, Dir }) => `${Key} ${readdirSync(join(dir, Dir)).sort().join(',')}`);
}

test.skipIf(!hasTerraform)(
  'a real terraform init is recorded once, and then replayed twice with registry, archive host and repository gone',
  async () => {
    const cwd = emptyDirectory();
    const upstream = await registry();
    const recorder = await startServer(['record', '--registry', upstream.url, '--log', 'json'], { cwd });
    const first = terraformWorkspace(main, host, `${recorder.url}/v1/modules/`);
    const recorded = await first.terraform(['init', '-no-color']);
    const stopped = await recorder.stop();
    await upstream.close();
    const connections = upstream.connections();

    const replay = await startServer(['replay', '--log', 'json'], { cwd });
    const second = terraformWorkspace(main, host, `${replay.url}/v1/modules/`);
    const again = await second.terraform(['init', '-no-color']);
    const third = terraformWorkspace(main, host, `${replay.url}/v1/modules/`);
    const oncemore = await third.terraform(['init', '-no-color']);

    expect(recorded.stderr).toBe('');
    expect(stopped.status).toBe(0);
    expect(stopped.stderr).not.toContain('is still named in');
    expect(again.stderr).toBe('');
    expect(oncemore.stderr).toBe('');
    expect(installed(first)).toHaveLength(installed(second).length);
    expect(installed(second)).toEqual(installed(first));
    expect(installed(third)).toEqual(installed(first));
    expect(upstream.connections()).toBe(connections);
  },
);
