import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { decodeSegment } from '../exchange/query.js';
import type { Reach } from '../session/upstream.js';
import { type GitAddress, parseGitSource } from './git-address.js';
import { type GitContext, type GitResult, runGit } from './git-command.js';
import { packModule } from './module-archive.js';
import { addressesWithin, ForbiddenAddress, type Resolve, systemResolve } from './reach.js';

/** What may go wrong with a git source. */
export type GitTrouble =
  /** Not a git source, or one in a form that is not understood. */
  | 'unsupported'
  /** A host, protocol or name that is not contacted or used. */
  | 'refused'
  /** There is no git on this machine. */
  | 'no-git'
  | 'auth'
  | 'not-found'
  | 'network'
  | 'timeout'
  /** It cannot be packed: too large, or the disk failed. */
  | 'pack'
  | 'failed';

/** A git source could not be brought along. The message says what, where and what to do, without credentials. */
export class GitSourceError extends Error {
  override readonly name = 'GitSourceError';

  constructor(
    readonly code: GitTrouble,
    message: string,
  ) {
    super(message);
  }
}

/** A module source from git, packed. */
export interface GitArchive {
  /** tar.gz of the whole repository at that commit, as the module may refer to its neighbours. */
  readonly bytes: Uint8Array;
  /** Where the module lies in it, to be written as `…tar.gz//SUBDIR`; empty for the root. */
  readonly subdir: string;
  /** The commit, 40 hexadecimal digits. */
  readonly commit: string;
}

/** How a git source is fetched. */
export interface GitSourceOptions {
  /** How far away the upstream is that named it: nothing nearer is contacted, and `file` URLs need `loopback`. */
  readonly reach: Reach | undefined;
  /** For all of it, in milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Hears what git is doing, line by line. */
  readonly onProgress?: (line: string) => void;
  readonly resolve?: Resolve;
}

/**
 * Fetches one commit of a git source and packs it. Submodules are not fetched (they may lie anywhere; `onProgress` says so).
 *
 * @param source - as a registry hands it out, e.g. `git::https://host/repo.git//sub?ref=v1`
 * @throws GitSourceError
 */
export async function packGitSource(source: string, options: GitSourceOptions): Promise<GitArchive> {
  const address = readSource(source);
  const config = await checkHost(address, options);
  const deadline = AbortSignal.timeout(options.timeout ?? 120_000);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const room = await realpath(await mkdtemp(join(tmpdir(), 'restage-git-')));
  try {
    const tree = join(room, 'tree');
    await mkdir(tree);
    const context: GitContext = {
      cwd: room,
      protocol: address.scheme === 'file' ? 'file' : 'https:http:ssh',
      config,
      signal,
      onLine: (line) => options.onProgress?.(withoutSecrets(line, address)),
    };
    const commit = await fetchCommit(address, context);
    await git(address, context, [
      `--work-tree=${tree}`,
      'checkout',
      '--quiet',
      '--detach',
      '--force',
      commit,
    ]);
    await checkTree(address, tree, options);
    return { bytes: await pack(address, tree), subdir: address.subdir, commit };
  } finally {
    await rm(room, { recursive: true, force: true, maxRetries: 3 });
  }
}

function readSource(source: string): GitAddress {
  const parsed = parseGitSource(source);
  if ('refused' in parsed) {
    throw new GitSourceError(
      'refused',
      `A git source is refused: ${parsed.refused}. Have the registry hand out another address.`,
    );
  }
  if (!parsed.git) throw new GitSourceError('unsupported', 'The source is not one that git can fetch.');
  return parsed.git;
}

/** Vets the host like that of an archive, and gives git settings that bind it to the addresses found. */
async function checkHost(address: GitAddress, options: GitSourceOptions): Promise<string[]> {
  const { scheme, host, shown, url } = address;
  const limit = options.reach ?? 'public';
  if (scheme === 'file') {
    if (limit === 'loopback') return [];
    throw new GitSourceError(
      'refused',
      `${shown} is not read: only an upstream on this machine may name local files.`,
    );
  }
  try {
    const addresses = await addressesWithin(host, limit, options.resolve ?? systemResolve);
    const port = new URL(url).port || (scheme === 'http' ? '80' : '443');
    const ips = addresses.map((each) => (each.family === 6 ? `[${each.address}]` : each.address));
    return scheme === 'ssh' || host.startsWith('[')
      ? []
      : [`http.curloptResolve=${host}:${port}:${ips.join(',')}`];
  } catch (error) {
    if (error instanceof ForbiddenAddress) {
      throw new GitSourceError('refused', `${shown} is not fetched: ${error.message}.`);
    }
    // A name that only a proxy or the user's ssh configuration knows; git will say so if nobody does.
    return [];
  }
}

/** Fetches the one commit; the whole history where the server or an abbreviated hash does not let us have just that. */
async function fetchCommit(address: GitAddress, context: GitContext): Promise<string> {
  const { url, ref } = address;
  await git(address, context, ['init', '--quiet', '--bare', '--template=', 'git']);
  const shallow = await run(context, [
    'fetch',
    ...quietly,
    '--no-tags',
    '--depth=1',
    '--',
    url,
    ref ?? 'HEAD',
  ]);
  if (shallow.status === 0) return resolveCommit(address, context, ['FETCH_HEAD']);
  if (!needsHistory(shallow, ref)) throw explain(shallow, address, context);
  await git(address, context, [
    'fetch',
    ...quietly,
    '--tags',
    '--',
    url,
    'HEAD',
    '+refs/heads/*:refs/remotes/origin/*',
  ]);
  const names = ref === undefined ? ['FETCH_HEAD'] : [`refs/remotes/origin/${ref}`, `refs/tags/${ref}`, ref];
  return resolveCommit(address, context, names);
}

const quietly = ['--progress', '--no-recurse-submodules'];

function needsHistory({ stderr }: GitResult, ref = ''): boolean {
  return /^[0-9a-f]{4,64}$/i.test(ref)
    ? !/Authentication failed|resolve host/.test(stderr)
    : /shallow|dumb/.test(stderr);
}

async function resolveCommit(
  address: GitAddress,
  context: GitContext,
  names: readonly string[],
): Promise<string> {
  for (const name of names) {
    const { stdout } = await run(context, [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ]);
    const commit = /^[0-9a-f]{40,64}$/m.exec(stdout)?.[0];
    if (commit) return commit;
  }
  throw new GitSourceError(
    'not-found',
    `${address.shown} has no branch, tag or commit "${address.ref ?? 'HEAD'}". Check the module's version in the registry.`,
  );
}

async function checkTree(address: GitAddress, tree: string, options: GitSourceOptions): Promise<void> {
  const place = await realpath(join(tree, address.subdir)).catch(() => '');
  const inside = place === tree || place.startsWith(tree + sep);
  if (!inside || !(await stat(place)).isDirectory()) {
    throw new GitSourceError(
      'not-found',
      `${address.shown} has no directory "${address.subdir}" at ${address.ref ?? 'HEAD'}. Check the registry's source address.`,
    );
  }
  const modules = await stat(join(tree, '.gitmodules')).catch(() => undefined);
  if (modules) options.onProgress?.('the repository has submodules; they are not fetched');
}

async function pack(address: GitAddress, tree: string): Promise<Uint8Array> {
  try {
    return await packModule(tree);
  } catch (error) {
    const message = (error as Error).message.replaceAll(tree, 'its files');
    throw new GitSourceError('pack', `${address.shown} cannot be packed: ${message}`);
  }
}

async function git(address: GitAddress, context: GitContext, args: readonly string[]): Promise<void> {
  const result = await run(context, args);
  if (result.status !== 0) throw explain(result, address, context);
}

function run(context: GitContext, args: readonly string[]): Promise<GitResult> {
  return runGit(['--git-dir=git', ...args], context);
}

const signs: readonly (readonly [RegExp, GitTrouble, next: string])[] = [
  [
    /Authentication failed|could not read (Username|Password)|Permission denied|Host key verification|error: 40[13]/,
    'auth',
    'Give git access to it, with a credential helper or an ssh agent: restage never asks for passwords.',
  ],
  [
    /error: 30\d/,
    'refused',
    'It redirects, and no redirect is followed; have the registry hand out the final address.',
  ],
  [
    /couldn't find remote ref|not our ref|unadvertised/,
    'not-found',
    "Check the module's version in the registry.",
  ],
  [
    /not found|does not appear to be a git repository|error: 404|does not exist/i,
    'not-found',
    "Check the registry's source address; private repositories look absent without credentials.",
  ],
  [
    /resolve host|Could not resolve|onnection (refused|reset|timed out)|Failed to connect|SSL|unable to access/,
    'network',
    'Check the network, and that the host is up.',
  ],
];

function explain(result: GitResult, address: GitAddress, { signal }: GitContext): GitSourceError {
  const what = `Fetching ${address.shown}${address.ref === undefined ? '' : ` at ${address.ref}`}`;
  if (result.failure !== undefined) {
    return new GitSourceError(
      'no-git',
      `${what} needs git, which cannot be run (${result.failure}). Install it.`,
    );
  }
  if (signal.aborted) {
    return new GitSourceError(
      'timeout',
      `${what} took too long or was given up. Try again when the host is faster.`,
    );
  }
  const said = withoutSecrets(lastWords(result.stderr), address);
  const [, code, next] = signs.find(([sign]) => sign.test(result.stderr)) ?? [
    undefined,
    'failed' as const,
    'Try it by hand.',
  ];
  return new GitSourceError(code, `${what} failed (git says: ${said}). ${next}`);
}

/** git ends with what was fatal; ssh and the server may have said more before. */
function lastWords(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return (
    lines.find((line) => /^(fatal|error|remote: error):/i.test(line)) ??
    lines.at(-1) ??
    'nothing'
  ).trim();
}

function withoutSecrets(text: string, { url, shown }: GitAddress): string {
  const { username, password } = new URL(url);
  const secrets = [password, decodeSegment(password), username.length > 7 ? username : ''];
  let clean = text.replaceAll(url, shown).replace(/\/\/[^/@\s]*@/g, '//');
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***');
  return clean;
}
