import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchFile } from '../../src/edges/search-file.js';
import { scanText } from '../../src/edges/secret-scan.js';
import { put, sha256 } from './fixture-text.js';
import { temporaryDirectory } from './temporary-directory.js';

/** What a scanner takes for a token, put together here so that none stands in this file. */
const token = ['ghp', '_', 'abcdefghij0123456789ABCDEFGHIJ012345'].join('');

test('what looks like a secret is found with its line, column and field, and is not repeated', async () => {
  const text = JSON.stringify({ exchanges: [{ json: { data: { note: `use ${token}` } } }] }, null, 2);

  const found = await scanText(text, 'a.json');

  expect(found).toEqual([{ rule: 'github', line: 6, column: 24, path: 'exchanges[0].json.data.note' }]);
  expect(JSON.stringify(found)).not.toContain(token.slice(4));
});

test('a text cannot switch the scanner off', async () => {
  expect(await scanText(`// secretlint-disable\n${token}\n`, 'a.txt')).toMatchObject([
    { line: 2, column: 1, path: '' },
  ]);
});

test('several secrets are told in their order, and an ordinary fixture holds none', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `MIIEmadeup${i}`.padEnd(64, 'ABCDabcd'));
  const key = [
    '-----BEGIN RSA',
    `PRIVATE KEY-----\n${lines.join('\n')}\n-----END RSA`,
    'PRIVATE KEY-----',
  ].join(' ');

  expect((await scanText(`${token}\n${key}`, 'a')).map(({ line }) => line)).toEqual([1, 2]);
  expect(
    await scanText('{"token": "{{secret:token:0a1b2c3d}}", "etag": "0123456789abcdef"}', 'a.json'),
  ).toEqual([]);
});

test('a file of any size is searched, also across its pieces, and told by its digest when nothing is found', async () => {
  const root = temporaryDirectory();
  const find = (text: string): string | undefined => (text.includes('made-up-secret') ? 'found' : undefined);
  const filler = Buffer.alloc(1024 * 1024 - 5, 'x');
  put(root, 'with', Buffer.concat([filler, Buffer.from('made-up-secret'), filler]));
  put(root, 'without', Buffer.concat([filler, filler, filler]));
  put(root, 'empty', '');

  expect(await searchFile(join(root, 'with'), find)).toEqual({ found: 'found' });
  expect(await searchFile(join(root, 'without'), find)).toEqual({
    sha256: sha256(Buffer.concat([filler, filler, filler])),
  });
  expect(await searchFile(join(root, 'empty'), find)).toEqual({ sha256: sha256('') });
  await expect(searchFile(join(root, 'none'), find)).rejects.toThrow(/ENOENT/);
});
