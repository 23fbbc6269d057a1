import { decodeSegment } from '../exchange/query.js';

/** A git source in the syntax of go-getter, taken apart. */
export interface GitAddress {
  readonly scheme: 'https' | 'http' | 'ssh' | 'file';
  /** What git is given. May hold credentials, so it is never shown. */
  readonly url: string;
  /** The same without user, password and query, for messages. */
  readonly shown: string;
  /** Host to connect to; empty for a file. */
  readonly host: string;
  /** Branch, tag or commit; undefined for the repository's own default. */
  readonly ref: string | undefined;
  /** Where the module lies in the repository, with `/`; empty for its root. */
  readonly subdir: string;
}

/** What a source turned out to be: a git address, not one at all, or one that is refused, and why. */
export type GitAddressResult =
  { readonly git: GitAddress } | { readonly git: undefined } | { readonly refused: string };

const schemes: Readonly<Record<string, GitAddress['scheme']>> = {
  'https:': 'https',
  'http:': 'http',
  'ssh:': 'ssh',
  'file:': 'file',
};

/**
 * Reads a module source as go-getter does: `git::URL` with https, http, ssh or file, `git::user@host:path`,
 * `user@host:path`, and `github.com/owner/repo`, `gitlab.com/…`, `bitbucket.org/…`; each may end in `//subdir` and
 * `?ref=REF`. `depth` makes no difference, as one commit is all that is fetched; keys in `sshkey` are refused.
 */
export function parseGitSource(source: string): GitAddressResult {
  const forced = source.startsWith('git::');
  const rest = forced ? source.slice('git::'.length) : source;
  const url = fromHostingSite(rest) ?? fromScp(rest) ?? (forced ? rest : undefined);
  if (url === undefined) return { git: undefined };
  return readAddress(url);
}

function readAddress(text: string): GitAddressResult {
  const { address, subdir } = splitSubdir(text);
  if (!URL.canParse(address)) return { refused: 'it is not a URL that git understands' };
  const url = new URL(address);
  const scheme = schemes[url.protocol];
  if (!scheme) return { refused: `${url.protocol}// is none of https, http, ssh and file` };
  if (url.searchParams.has('sshkey')) return { refused: 'a private key in a URL is not used' };
  const ref = url.searchParams.get('ref') || undefined;
  for (const known of ['ref', 'depth', 'archive']) url.searchParams.delete(known);
  url.hash = '';
  if (ref !== undefined && !isSafeRef(ref))
    return { refused: `"${ref}" cannot be the name of a branch, tag or commit` };
  if (startsWithDash(url.hostname) || startsWithDash(decodeSegment(url.username))) {
    return { refused: 'its host or user begins with a dash' };
  }
  if (scheme === 'file' && url.hostname !== '') return { refused: 'a file URL must not name a host' };
  if (subdir.split('/').includes('..')) return { refused: 'its subdirectory leads out of the repository' };
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { git: { scheme, url: url.href, shown, host: url.hostname, ref, subdir } };
}

/** `host/owner/repo/more?query` of a known site becomes the https address of its repository. */
function fromHostingSite(text: string): string | undefined {
  const match =
    /^((?:github\.com|gitlab\.com|bitbucket\.org)\/[^/?]+\/[^/?]+?)(?:\.git)?(\/[^?]*)?(\?.*)?$/.exec(text);
  if (!match) return undefined;
  const [, repository = '', below = '', query = ''] = match;
  const subdir = below.replace(/^\/+/, '');
  return `https://${repository}.git${subdir === '' ? '' : `//${subdir}`}${query}`;
}

/** `user@host:path` becomes an ssh address. */
function fromScp(text: string): string | undefined {
  const match = /^([^@/\s:]+)@([^:/\s]+):(?!\/\/)\/?(.*)$/s.exec(text);
  return match ? `ssh://${match[1]}@${match[2]}/${match[3]}` : undefined;
}

/** `scheme://host/path//subdir?query` without the subdirectory, and that. */
function splitSubdir(text: string): { readonly address: string; readonly subdir: string } {
  const queryAt = text.indexOf('?');
  const path = queryAt === -1 ? text : text.slice(0, queryAt);
  const query = queryAt === -1 ? '' : text.slice(queryAt);
  const schemeAt = path.indexOf('://');
  const at = path.indexOf('//', schemeAt === -1 ? 0 : schemeAt + '://'.length);
  if (at === -1) return { address: text, subdir: '' };
  const subdir = path
    .slice(at)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  return { address: path.slice(0, at) + query, subdir };
}

/** Neither an option nor a refspec nor a revision expression: what `git check-ref-format` lets pass, and hashes. */
function isSafeRef(ref: string): boolean {
  return ref.length <= 255 && !/^[-+]|[\s\p{Cc}:^~?*[\\]|\.\.|@\{/u.test(ref);
}

function startsWithDash(text: string): boolean {
  return text.startsWith('-');
}
