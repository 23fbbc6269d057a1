import { decodeSegment } from '../exchange/query.js';
import type { GitAddress } from './git-address.js';
import type { GitContext, GitResult } from './git-command.js';

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

/** What it means that git failed. */
export function explainGit(result: GitResult, address: GitAddress, { signal }: GitContext): GitSourceError {
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

/** What git said, without the credentials of the address, wherever they stand in it. */
export function withoutSecrets(text: string, { url, shown }: GitAddress): string {
  const { username, password } = new URL(url);
  const secrets = [password, decodeSegment(password), username.length > 7 ? username : ''];
  let clean = text.replaceAll(url, shown).replace(/\/\/[^/@\s]*@/g, '//');
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***');
  return clean;
}
