import { expect, test } from 'vitest';
import { type GitAddress, parseGitSource } from '../../src/edges/git-address.js';

function address(source: string): GitAddress {
  const parsed = parseGitSource(source);
  if (!('git' in parsed) || !parsed.git) throw new Error(JSON.stringify(parsed));
  return parsed.git;
}

test.each([
  ['git::https://x.test/o/r.git', 'https', 'https://x.test/o/r.git', undefined, ''],
  ['git::https://x.test/o/r?ref=v1.0', 'https', 'https://x.test/o/r', 'v1.0', ''],
  ['git::https://x.test/o/r.git//a/b?ref=v1&depth=1', 'https', 'https://x.test/o/r.git', 'v1', 'a/b'],
  [
    'git::https://x.test:8443/r.git//a//b/./c/?ref=feature%2Fx',
    'https',
    'https://x.test:8443/r.git',
    'feature/x',
    'a/b/c',
  ],
  ['git::http://x.test/r?keep=1&ref=', 'http', 'http://x.test/r?keep=1', undefined, ''],
  ['git::ssh://git@x.test:2222/o/r.git//m', 'ssh', 'ssh://git@x.test:2222/o/r.git', undefined, 'm'],
  ['git::git@x.test:o/r.git//m?ref=v2', 'ssh', 'ssh://git@x.test/o/r.git', 'v2', 'm'],
  ['git@x.test:o/r.git', 'ssh', 'ssh://git@x.test/o/r.git', undefined, ''],
  ['git::file:///srv/r.git//m?ref=main', 'file', 'file:///srv/r.git', 'main', 'm'],
  ['github.com/o/r', 'https', 'https://github.com/o/r.git', undefined, ''],
  ['github.com/o/r.git//sub?ref=v1', 'https', 'https://github.com/o/r.git', 'v1', 'sub'],
  ['github.com/o/r/sub/dir?ref=v1', 'https', 'https://github.com/o/r.git', 'v1', 'sub/dir'],
  ['git::github.com/o/r?ref=v1', 'https', 'https://github.com/o/r.git', 'v1', ''],
  ['gitlab.com/o/r', 'https', 'https://gitlab.com/o/r.git', undefined, ''],
  ['bitbucket.org/o/r//m', 'https', 'https://bitbucket.org/o/r.git', undefined, 'm'],
])('%s is taken apart', (source, scheme, url, ref, subdir) => {
  expect(address(source)).toMatchObject({ scheme, url, ref, subdir });
});

test.each([
  './modules/x',
  '/v1/modules/a.tar.gz',
  'https://x.test/m.tgz',
  'https://github.com/o/r',
  's3::https://x/y',
  '',
])('%j is no git source', (source) => {
  expect(parseGitSource(source)).toEqual({ git: undefined });
});

test.each([
  ['git::ext::sh -c id', 'none of https, http, ssh and file'],
  ['git::git://x.test/r', 'none of'],
  ['git::/srv/r.git', 'not a URL'],
  ['git::--upload-pack=touch x', 'not a URL'],
  ['git::ssh://-oProxyCommand=id/r', 'not a URL|begins with a dash'],
  ['git::ssh://-oProxyCommand@x.test/r', 'begins with a dash'],
  ['git::https://-x.test/r', 'begins with a dash'],
  ['git::https://x.test/r?ref=--upload-pack=id', 'cannot be the name'],
  ['git::https://x.test/r?ref=%2Bmain', 'cannot be the name'],
  ['git::https://x.test/r?ref=main:refs/heads/x', 'cannot be the name'],
  ['git::https://x.test/r?ref=a%20b', 'cannot be the name'],
  ['git::https://x.test/r?ref=a%00b', 'cannot be the name'],
  ['git::https://x.test/r?ref=HEAD~1', 'cannot be the name'],
  ['git::https://x.test/r?ref=a..b', 'cannot be the name'],
  [`git::https://x.test/r?ref=${'a'.repeat(256)}`, 'cannot be the name'],
  ['git::https://x.test/r//../..?ref=v1', 'leads out'],
  ['git::https://x.test/r//a/../../b', 'leads out'],
  ['git::file://host/srv/r', 'must not name a host'],
  ['git::https://x.test/r?sshkey=AAAA', 'private key'],
  ['git::https://%zz@x.test/r?ref=-x', 'cannot be the name'],
])('%s is refused', (source, why) => {
  expect(parseGitSource(source)).toEqual({ refused: expect.stringMatching(why) as string });
});

test('what is shown of an address holds neither user, password nor query', () => {
  const { shown } = address('git::https://bob:hunter2hunter2@x.test/o/r.git//m?ref=v1&access_token=hunter3');

  expect(shown).toBe('https://x.test/o/r.git');
});
