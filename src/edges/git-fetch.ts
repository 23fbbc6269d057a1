import type { GitAddress } from './git-address.js';
import { type GitContext, type GitResult, runGit } from './git-command.js';
import { explainGit, GitSourceError } from './git-trouble.js';

/**
 * Fetches the one commit that an address names into a new repository, and answers its hash; the whole history where the
 * server or an abbreviated hash does not let us have just that.
 *
 * @throws GitSourceError
 */
export async function fetchCommit(address: GitAddress, context: GitContext): Promise<string> {
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
  if (!needsHistory(shallow, ref)) throw explainGit(shallow, address, context);
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

/** Runs git on the repository in the context's directory. @throws GitSourceError when it fails */
export async function git(address: GitAddress, context: GitContext, args: readonly string[]): Promise<void> {
  const result = await run(context, args);
  if (result.status !== 0) throw explainGit(result, address, context);
}

function run(context: GitContext, args: readonly string[]): Promise<GitResult> {
  return runGit(['--git-dir=git', ...args], context);
}
