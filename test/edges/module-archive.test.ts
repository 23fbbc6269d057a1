import { spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packModule } from '../../src/edges/module-archive.js';
import { moduleLimits } from '../../src/edges/module-files.js';
import { ModuleProblem } from '../../src/edges/module-problem.js';
import { directoryWith } from './module-files.js';

/** Unpacks an archive with the system's tar into a new directory. */
async function unpack(archive: Uint8Array): Promise<string> {
  const dir = await directoryWith({});
  const tar = spawnSync('tar', ['-xzf', '-', '-C', dir], { input: archive });
  expect(tar.stderr.toString()).toBe('');
  expect(tar.status).toBe(0);
  return dir;
}

/** Paths of all files below a directory. */
async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

const problemOf = (dir: string): Promise<unknown> => packModule(dir).catch((error: unknown) => error);

test('a packed module unpacks with tar to the same files at the root', async () => {
  const long = `${'deep/'.repeat(30)}${'n'.repeat(120)}.tf`;
  const files = {
    'main.tf': 'resource "null_resource" "this" {}\n',
    'modules/subnet/main.tf': '# ünïcode\n',
    'dir with space/ü.txt': 'x'.repeat(70_000),
    'empty.txt': '',
    '.hidden': 'kept',
    [long]: '# deep',
  };
  const dir = await directoryWith(files);

  const unpacked = await unpack(await packModule(dir));

  expect(await filesIn(unpacked)).toEqual(Object.keys(files).sort());
  for (const [path, text] of Object.entries(files)) {
    expect(await readFile(join(unpacked, path), 'utf8')).toBe(text);
  }
});

test('git, terraform’s own directory and state are left out, whatever their depth', async () => {
  const dir = await directoryWith({
    'main.tf': '',
    '.gitignore': '',
    '.terraform.lock.hcl': '',
    '.git/config': 'secret',
    '.terraform/modules/modules.json': '{}',
    'terraform.tfstate': 'secret',
    'terraform.tfstate.backup': 'secret',
    'modules/a/main.tf': '',
    'modules/a/.terraform/x': '',
    'modules/a/errored.tfstate': 'secret',
  });

  const unpacked = await unpack(await packModule(dir));

  expect(await filesIn(unpacked)).toEqual([
    '.gitignore',
    '.terraform.lock.hcl',
    'main.tf',
    'modules/a/main.tf',
  ]);
});

test('links that lead out of the module, to nothing, to a directory or to what is left out are not followed', async () => {
  const outside = await directoryWith({ 'secret.txt': 'made-up-secret', 'sub/secret.txt': 'made-up-secret' });
  const dir = await directoryWith({ 'main.tf': '# main', '.git/config': 'made-up-secret', 'a/b.tf': '' });
  await symlink(join(outside, 'secret.txt'), join(dir, 'absolute.txt'));
  await symlink(`../${outside.split('/').at(-1)}/secret.txt`, join(dir, 'relative.txt'));
  await symlink(join(outside, 'sub'), join(dir, 'directory'));
  await symlink('nowhere', join(dir, 'dangling'));
  await symlink('loop', join(dir, 'loop'));
  await symlink('.git/config', join(dir, 'config'));
  await symlink('a', join(dir, 'same'));
  await symlink('/proc/self/environ', join(dir, 'environ'));

  const archive = await packModule(dir);

  const unpacked = await unpack(archive);
  expect(await filesIn(unpacked)).toEqual(['a/b.tf', 'main.tf']);
});

test('a directory whose name begins like the module’s is outside of it', async () => {
  const parent = await directoryWith({ 'net/main.tf': '', 'net-secret/s.txt': 'made-up-secret' });
  await symlink('../net-secret/s.txt', join(parent, 'net', 'link.txt'));

  const unpacked = await unpack(await packModule(join(parent, 'net')));

  expect(await filesIn(unpacked)).toEqual(['main.tf']);
});

test('a link to a file inside the module is packed as that file', async () => {
  const dir = await directoryWith({ 'shared/versions.tf': '# versions' });
  await mkdir(join(dir, 'modules/a'), { recursive: true });
  await symlink('../../shared/versions.tf', join(dir, 'modules/a/versions.tf'));

  const unpacked = await unpack(await packModule(dir));

  expect(await readFile(join(unpacked, 'modules/a/versions.tf'), 'utf8')).toBe('# versions');
  expect((await stat(join(unpacked, 'modules/a/versions.tf'))).isFile()).toBe(true);
});

test('a module’s directory may itself be a link', async () => {
  const dir = await directoryWith({ 'real/main.tf': '# main' });
  await symlink('real', join(dir, 'link'));

  expect(await filesIn(await unpack(await packModule(join(dir, 'link'))))).toEqual(['main.tf']);
});

test('a named pipe is left out instead of waited for', async () => {
  const dir = await directoryWith({ 'main.tf': '' });
  expect(spawnSync('mkfifo', [join(dir, 'pipe')]).status).toBe(0);

  expect(await filesIn(await unpack(await packModule(dir)))).toEqual(['main.tf']);
});

test('the same files give the same bytes, whatever their times, place and order of creation', async () => {
  const one = await directoryWith({ 'a.tf': '1', 'b/c.tf': '2', 'script.sh': 'x' });
  const two = await directoryWith({ 'script.sh': 'x', 'b/c.tf': '2', 'later.tf': '1' });
  await rename(join(two, 'later.tf'), join(two, 'a.tf'));
  await utimes(join(two, 'a.tf'), new Date(0), new Date(0));
  await chmod(join(two, 'a.tf'), 0o600);
  await chmod(join(one, 'script.sh'), 0o755);
  await chmod(join(two, 'script.sh'), 0o700);

  const packed = await packModule(one);

  expect(Buffer.from(packed).equals(Buffer.from(await packModule(two)))).toBe(true);
  expect([...packed.subarray(0, 10)]).toEqual([31, 139, 8, 0, 0, 0, 0, 0, 2, 255]);
  const unpacked = await unpack(packed);
  expect((await stat(join(unpacked, 'script.sh'))).mode & 0o111).toBe(0o111);
  expect((await stat(join(unpacked, 'a.tf'))).mode & 0o111).toBe(0);
  expect((await stat(join(unpacked, 'a.tf'))).mtime).toEqual(new Date('2020-01-01T00:00:00Z'));
});

test('entries are in the order of their paths and belong to nobody', async () => {
  const dir = await directoryWith({ 'a/z.tf': '', 'a.tf': '', 'B.tf': '', 'a-b/c.tf': '' });

  const listing = spawnSync('tar', ['-tvz', '--numeric-owner'], {
    input: await packModule(dir),
    env: { TZ: 'UTC' },
  });

  expect(listing.stdout.toString().trim().split('\n')).toEqual(
    ['B.tf', 'a-b/c.tf', 'a.tf', 'a/z.tf'].map(
      (path) => expect.stringMatching(new RegExp(`^-rw-r--r-- 0/0 +0 2020-01-01 00:00 ${path}$`)) as string,
    ),
  );
});

test('a changed file gives other bytes', async () => {
  const dir = await directoryWith({ 'main.tf': '1' });
  const before = await packModule(dir);
  await writeFile(join(dir, 'main.tf'), '2');

  expect(Buffer.from(before).equals(Buffer.from(await packModule(dir)))).toBe(false);
});

test('no source is a minimal module of one file', async () => {
  expect(await filesIn(await unpack(await packModule('')))).toEqual(['main.tf']);
});

test('a directory that is not there is a problem that names it', async () => {
  const problem = await problemOf('/nowhere/module');

  expect(problem).toBeInstanceOf(ModuleProblem);
  expect(problem).toMatchObject({ code: 'missing', file: '/nowhere/module' });
  expect((problem as Error).message).toMatch(/^\/nowhere\/module: not there .*must be a directory/);
});

test('a file in place of the directory is a problem', async () => {
  const dir = await directoryWith({ 'main.tf': '' });

  expect(await problemOf(join(dir, 'main.tf'))).toMatchObject({ code: 'missing' });
});

test('a module over the bound is a problem that says the bound, and nothing of it is read', async () => {
  const dir = await directoryWith({ 'huge.bin': '' });
  await truncate(join(dir, 'huge.bin'), moduleLimits.bytes + 1);

  const problem = await problemOf(dir);

  expect(problem).toMatchObject({ code: 'too-large', file: dir });
  expect((problem as Error).message).toContain('64 MiB');
});
