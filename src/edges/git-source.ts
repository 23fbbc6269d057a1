import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { Reach } from '../session/upstream.js';
import { type GitAddress, parseGitSource } from './git-address.js';
import type { GitContext } from './git-command.js';
import { fetchCommit, git } from './git-fetch.js';
import { GitSourceError, withoutSecrets } from './git-trouble.js';
import { packModule } from './module-archive.js';
import { addressesWithin, ForbiddenAddress, type Resolve, systemResolve } from './reach.js';

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
  /** Hears what is left out. */
  readonly onNote?: (note: string) => void;
  readonly resolve?: Resolve;
}

/**
 * Fetches one commit of a git source and packs it. Submodules are not fetched (they may lie anywhere; `onNote` says so).
 *
 * @param source - as a registry hands it out, e.g. `git::https://host/repo.git//sub?ref=v1`
 * @throws GitSourceError
 */
export async function packGitSource(source: string, options: GitSourceOptions): Promise<GitArchive> {
  const address = readSource(source);
  const config = await checkHost(address, options);
  const deadline = AbortSignal.timeout(options.timeout ?? 120_000);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const room = await makeRoom();
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

async function makeRoom(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), 'restage-git-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new GitSourceError(
      'pack',
      `There is no room for a git clone in ${tmpdir()} (${code}). Free some, or set TMPDIR.`,
    );
  }
}

function readSource(source: string): GitAddress {
  const parsed = parseGitSource(source);
  const shown = JSON.stringify(
    source
      .replace(/\/\/[^/@]*@/, '//')
      .replace(/\?.*$/s, '')
      .slice(0, 200),
  );
  if ('refused' in parsed) {
    throw new GitSourceError(
      'refused',
      `The git source ${shown} is refused: ${parsed.refused}. Have the registry hand out another address.`,
    );
  }
  if (!parsed.git) throw new GitSourceError('unsupported', `${shown} is not a source that git can fetch.`);
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
    // A name that only the user's ssh configuration or a proxy knows; git will say so if nobody does.
    if (scheme === 'ssh' || hasProxy()) return [];
    const { code } = error as NodeJS.ErrnoException;
    throw new GitSourceError(
      'network',
      `The name of ${shown} cannot be found (${code}). Check the network and the resolver.`,
    );
  }
}

function hasProxy(): boolean {
  return Object.keys(process.env).some((name) => /^(https?|all)_proxy$/i.test(name));
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
  if (modules) options.onNote?.('the repository has submodules; they are not fetched');
}

async function pack(address: GitAddress, tree: string): Promise<Uint8Array> {
  try {
    return await packModule(tree);
  } catch (error) {
    const message = (error as Error).message.replaceAll(tree, 'its files');
    throw new GitSourceError('pack', `${address.shown} cannot be packed: ${message}`);
  }
}
