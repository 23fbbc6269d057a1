import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type GitArchive, packGitSource } from '../../src/edges/git-source.js';
import type { GitSourceError } from '../../src/edges/git-trouble.js';
import { deadOrigin, serveHttp } from './awkward-server.js';

let dir = '';
let repository = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'restage-gittest-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  repository = join(dir, 'repo');
  git('init', '--quiet', '--initial-branch=main', repository);
});

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: dir, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Commits these files and returns the hash. */
function commit(files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  git('-C', repository, 'add', '--all');
  git('-C', repository, 'commit', '--quiet', '--message=change');
  return git('-C', repository, 'rev-parse', 'HEAD');
}

async function filesOf({ bytes }: GitArchive): Promise<Record<string, string>> {
  const entries = await unpackTar(gunzipSync(bytes));
  return Object.fromEntries(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
  );
}

const local = (rest = ''): string => `git::file://${repository}${rest}`;
const pack = (source: string): Promise<GitArchive> => packGitSource(source, { reach: 'loopback' });

async function failure(packing: Promise<unknown>): Promise<GitSourceError> {
  return packing.then(
    () => Promise.reject(new Error('expected a failure')),
    (error: GitSourceError) => error,
  );
}

function setEnvironment(variables: Record<string, string | undefined>): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('restage-git-'));

test('without a ref the default branch is packed, without its history', async () => {
  commit({ 'main.tf': 'old' });
  const head = commit({ 'main.tf': 'new', 'modules/a/main.tf': 'a' });

  const archive = await pack(local());

  expect([archive.commit, archive.subdir]).toEqual([head, '']);
  expect(await filesOf(archive)).toEqual({ 'main.tf': 'new', 'modules/a/main.tf': 'a' });
});

test('a branch, a tag, an annotated tag, a commit and an abbreviated one lead to what they name', async () => {
  const first = commit({ 'main.tf': 'first' });
  git('-C', repository, 'tag', 'v1.0');
  git('-C', repository, 'tag', '--annotate', '--message=x', 'v1.0-annotated');
  git('-C', repository, 'branch', 'feature/x');
  commit({ 'main.tf': 'second' });

  const refs = ['v1.0', 'v1.0-annotated', 'feature/x', first, first.slice(0, 8)];
  const archives = await Promise.all(refs.map((ref) => pack(local(`?ref=${ref}`))));

  expect(archives.map((archive) => archive.commit)).toEqual(refs.map(() => first));
  expect(await filesOf(archives[4]!)).toEqual({ 'main.tf': 'first' });
});

test('a commit that no branch leads to any more is still found', async () => {
  commit({ 'main.tf': 'first' });
  const lost = commit({ 'main.tf': 'lost' });
  git('-C', repository, 'reset', '--quiet', '--hard', 'HEAD~1');

  expect((await pack(local(`?ref=${lost}`))).commit).toBe(lost);
});

test('a module in a subdirectory comes with its neighbours, and the same commit gives the same bytes', async () => {
  commit({ 'modules/a/main.tf': 'source = "../b"', 'modules/b/main.tf': 'b' });

  const [one, two] = [await pack(local('//modules/a')), await pack(local('//modules/a'))];

  expect(one.subdir).toBe('modules/a');
  expect(Object.keys(await filesOf(one))).toEqual(['modules/a/main.tf', 'modules/b/main.tf']);
  expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
});

test('a subdirectory that is not there, is a file, or is a link out of the repository, is not found', async () => {
  commit({ 'main.tf': 'x' });
  symlinkSync('/etc', join(repository, 'out'));
  commit({ 'other.tf': 'y' });

  for (const subdir of ['missing', 'main.tf', 'out']) {
    const error = await failure(pack(local(`//${subdir}`)));

    expect(error.code).toBe('not-found');
    expect(error.message).toContain(`has no directory "${subdir}" at HEAD`);
  }
});

test('a ref or repository that is not there is not found', async () => {
  commit({ 'main.tf': 'x' });

  const ref = await failure(pack(local('?ref=v9')));
  const hash = await failure(pack(local(`?ref=${'0123456789'.repeat(4)}`)));
  const gone = await failure(pack(`git::file://${dir}/gone`));

  expect([ref.code, hash.code, gone.code]).toEqual(['not-found', 'not-found', 'not-found']);
  expect(ref.message).toContain(`Fetching file://${repository} at v9 failed`);
  expect(gone.message).toContain("Check the registry's source address");
});

test("neither hooks of the user's configuration nor a hook's environment have a say", async () => {
  const marker = join(dir, 'ran');
  const hooks = join(dir, 'hooks');
  mkdirSync(hooks);
  writeFileSync(join(hooks, 'post-checkout'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const config = join(dir, 'gitconfig');
  writeFileSync(config, `[core]\n\thooksPath = ${hooks}\n[protocol "ext"]\n\tallow = always\n`);
  commit({ 'main.tf': 'x' });
  setEnvironment({ GIT_CONFIG_GLOBAL: config, GIT_DIR: join(dir, 'elsewhere'), GIT_WORK_TREE: dir });

  const archive = await pack(local());

  expect(await filesOf(archive)).toEqual({ 'main.tf': 'x' });
  expect(() => readFileSync(marker)).toThrow(/ENOENT/);
});

test('a repository with submodules is packed without them, and that is said', async () => {
  commit({ 'main.tf': 'x', '.gitmodules': '[submodule "s"]\n\tpath = s\n\turl = https://127.0.0.1:1/s\n' });
  const heard: string[] = [];

  await packGitSource(local(), { reach: 'loopback', onNote: (line) => heard.push(line) });

  expect(heard).toContain('the repository has submodules; they are not fetched');
});

test('local files are for upstreams on this machine only', async () => {
  commit({ 'main.tf': 'x' });

  for (const reach of ['public', 'private', undefined] as const) {
    const error = await failure(packGitSource(local(), { reach }));

    expect(error.code).toBe('refused');
    expect(error.message).toContain('only an upstream on this machine may name local files');
  }
});

test.each([
  'git::https://169.254.169.254/r',
  'git::ssh://git@[fe80::1]/r',
  'git::http://10.0.0.1/r',
  'git::http://127.0.0.1/r',
])('%s is not fetched for a public upstream', async (source) => {
  const error = await failure(packGitSource(source, { reach: 'public' }));

  expect([error.name, error.code]).toEqual(['GitSourceError', 'refused']);
});

test('what is no git source, or a hostile one, is told so before git runs', async () => {
  expect((await failure(pack('https://x.test/m.tgz'))).code).toBe('unsupported');
  const hostile = await failure(pack('git::https://bob:hunter2hunter2@x.test/r?ref=--upload-pack=id'));
  expect(hostile.code).toBe('refused');
  expect(hostile.message).toContain('The git source "git::https://x.test/r" is refused: "--upload-pack=id"');
});

/** The smart protocol over real HTTP: git's own CGI program behind a server. */
function gitOverHttp(): RequestListener {
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const child = spawn(backend, {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: dir,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      },
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      for (const line of output.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number.parseInt(value);
        else response.setHeader(name, value);
      }
      response.end(output.subarray(end + 4));
    });
  };
}

test('a repository behind http is fetched at its ref, and progress is heard', async () => {
  const first = commit({ 'main.tf': 'first' });
  commit({ 'main.tf': 'second' });
  const origin = await serveHttp(gitOverHttp());
  const heard: string[] = [];

  const archive = await packGitSource(`git::${origin}/repo/.git?ref=${first}`, {
    reach: 'loopback',
    onProgress: (line) => heard.push(line),
  });

  expect(archive.commit).toBe(first);
  expect(await filesOf(archive)).toEqual({ 'main.tf': 'first' });
  expect(heard.join('\n')).toMatch(/remote: (Counting|Enumerating|Total)|Receiving|Unpacking/);
});

test('a name is fetched from the address it was checked against', async () => {
  const head = commit({ 'main.tf': 'x' });
  const origin = await serveHttp(gitOverHttp());
  const resolve = (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

  const source = `git::http://git.example:${new URL(origin).port}/repo/.git`;
  const archive = await packGitSource(source, { reach: 'loopback', resolve });

  expect(archive.commit).toBe(head);
});

test('a server that wants other credentials is told as that, and the ones in the URL are not shown even if it repeats them', async () => {
  const origin = await serveHttp((request, response) => {
    const [, basic = ''] = request.headers.authorization?.split(' ') ?? [];
    response.writeHead(basic === '' ? 401 : 403, {
      'www-authenticate': 'Basic realm="x"',
      'content-type': 'text/plain',
    });
    response.end(`no access for ${Buffer.from(basic, 'base64').toString()}\n`);
  });
  const source = `git::${origin.replace('//', '//bob:hunter2hunter2@')}/r.git`;
  const heard: string[] = [];

  const error = await failure(
    packGitSource(source, { reach: 'loopback', onProgress: (line) => heard.push(line) }),
  );

  expect(error.code).toBe('auth');
  expect(error.message).toContain(`Fetching ${origin}/r.git failed`);
  expect(heard).toContain('remote: no access for bob:***');
  expect(error.message + heard.join('\n')).not.toContain('hunter2');
});

test('a redirect is not followed', async () => {
  let requests = 0;
  const other = await serveHttp((_request, response) => {
    requests++;
    response.writeHead(404).end();
  });
  const origin = await serveHttp((request, response) => {
    response.writeHead(301, { location: `${other}${request.url}` }).end();
  });

  const error = await failure(pack(`git::${origin}/r.git`));

  expect([error.code, requests]).toEqual(['refused', 0]);
  expect(error.message).toContain('no redirect is followed');
});

test('a host that is down or does not answer in time is told as that, and nothing is left behind', async () => {
  const before = leftovers();
  const stuck = await serveHttp(() => undefined);

  const down = await failure(pack(`git::${await deadOrigin()}/r.git`));
  const slow = await failure(packGitSource(`git::${stuck}/r.git`, { reach: 'loopback', timeout: 300 }));

  expect([down.code, slow.code]).toEqual(['network', 'timeout']);
  expect(leftovers()).toEqual(before);
});

test('a name that is not found is told so before git runs, which might find another', async () => {
  const resolve = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) {
    setEnvironment({ [name]: undefined });
  }

  const error = await failure(packGitSource('git::https://gone.test/r.git', { reach: 'public', resolve }));

  expect(error.code).toBe('network');
  expect(error.message).toContain('The name of https://gone.test/r.git cannot be found (ENOTFOUND)');
});

test('a directory for temporary files that is not there is told as that', async () => {
  setEnvironment({ TMPDIR: join(dir, 'missing') });

  const error = await failure(pack(local()));

  expect(error.code).toBe('pack');
  expect(error.message).toContain(`no room for a git clone in ${join(dir, 'missing')} (ENOENT)`);
});

test('without git on the machine the message says that it is needed', async () => {
  setEnvironment({ PATH: dir });

  const error = await failure(pack(local()));

  expect(error.code).toBe('no-git');
  expect(error.message).toContain('needs git, which cannot be run (ENOENT). Install it.');
});
