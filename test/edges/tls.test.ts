import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Certificates, openCertificates } from '../../src/edges/tls.js';
import { RestageError } from '../../src/exchange/restage-error.js';

const days = 24 * 60 * 60 * 1000;
const has = (command: string): boolean => spawnSync(command, ['version']).error === undefined;

let dir = '';
let server: https.Server | undefined;

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'restage-tls-')), 'state');
});

afterEach(async () => {
  server?.close();
  server = undefined;
  await rm(join(dir, '..'), { recursive: true });
});

/** Serves with these certificates and returns the port. */
async function serve({ key, cert }: Certificates): Promise<number> {
  server = https.createServer({ key, cert }, (_, response) => response.end('safe')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Gets from 127.0.0.1, believing it to be `servername` when one is given. */
async function get(port: number, ca: string | undefined, servername?: string): Promise<string> {
  const request = https.get({
    host: '127.0.0.1',
    port,
    agent: false,
    ...(ca === undefined ? {} : { ca: await readFile(ca) }),
    ...(servername === undefined ? {} : { servername }),
  });
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const leafOf = ({ cert }: Certificates): X509Certificate => new X509Certificate(cert);
const authorityAt = async (path: string): Promise<X509Certificate> =>
  new X509Certificate(await readFile(path));

function isSignedBy(leaf: X509Certificate, ca: X509Certificate): boolean {
  return leaf.checkIssued(ca) && leaf.verify(ca.publicKey);
}

async function keyFile(): Promise<string> {
  const [name = '', ...others] = (await readdir(dir)).filter((file) => file.startsWith('ca-key-'));
  expect(others).toEqual([]);
  return join(dir, name);
}

test('a client that is given the CA believes the server by address, as localhost and by the names given', async () => {
  const made = await openCertificates(dir, ['stand.example.test']);
  const port = await serve(made);

  expect(made.ca).toBe(join(dir, 'ca.pem'));
  expect(await get(port, made.ca)).toBe('safe');
  expect(await get(port, made.ca, 'localhost')).toBe('safe');
  expect(await get(port, made.ca, 'stand.example.test')).toBe('safe');
  await expect(get(port, made.ca, 'other.example.test')).rejects.toThrow(/altnames/);
});

test('a client that is not given the CA refuses', async () => {
  const port = await serve(await openCertificates(dir, []));

  await expect(get(port, undefined)).rejects.toThrow(/self-signed certificate in certificate chain/);
});

test.skipIf(!has('openssl'))('openssl finds both certificates strictly correct', async () => {
  const made = await openCertificates(dir, ['10.1.2.3']);
  const leaf = join(dir, 'leaf.pem');
  await writeFile(leaf, made.cert);
  const verify = (...asked: string[]): string =>
    spawnSync(
      'openssl',
      ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', made.ca, ...asked, leaf],
      { encoding: 'utf8' },
    ).stdout;

  expect(verify('-verify_ip', '10.1.2.3')).toBe(`${leaf}: OK\n`);
  expect(verify('-verify_ip', '::1')).toBe(`${leaf}: OK\n`);
  expect(verify('-verify_ip', '10.1.2.4')).not.toContain('OK');
});

test.skipIf(!has('curl'))('curl believes the server with --cacert', async () => {
  const made = await openCertificates(dir, []);
  const port = await serve(made);
  const { execFile } = await import('node:child_process');

  const body = await new Promise<string>((resolve) =>
    execFile('curl', ['-sS', '--cacert', made.ca, `https://localhost:${port}/`], (_, out, err) =>
      resolve(out + err),
    ),
  );

  expect(body).toBe('safe');
});

test('the CA is made once; each server gets a key of its own', async () => {
  const first = await openCertificates(dir, []);
  const ca = await readFile(first.ca, 'utf8');
  const second = await openCertificates(dir, []);

  expect(await readFile(second.ca, 'utf8')).toBe(ca);
  expect(second.key).not.toBe(first.key);
  expect(second.replaced).toBeUndefined();
  expect(isSignedBy(leafOf(first), new X509Certificate(ca))).toBe(true);
  expect(isSignedBy(leafOf(second), new X509Certificate(ca))).toBe(true);
});

test('only the owner can read the key, and ca.pem holds none', async () => {
  const { ca } = await openCertificates(dir, []);

  expect((await stat(await keyFile())).mode & 0o777).toBe(0o600);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect(await readFile(ca, 'utf8')).not.toContain('PRIVATE');
  expect((await readdir(dir)).length).toBe(2);
});

test('the server has what clients ask of it: 397 days, begun a day ago, for servers only', async () => {
  const now = new Date('2026-03-02T09:00:00.500Z');
  const leaf = leafOf(await openCertificates(dir, [], now));

  expect(leaf.ca).toBe(false);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(new Date(leaf.validFrom).toISOString()).toBe('2026-03-01T09:00:00.000Z');
  expect((Date.parse(leaf.validTo) + 1000 - Date.parse(leaf.validFrom)) / days).toBe(397);
});

test('a CA that ends before the server does is made anew, and says so', async () => {
  const start = new Date('2026-03-02T09:00:00Z');
  const first = await readFile((await openCertificates(dir, [], start)).ca, 'utf8');
  const inTime = await openCertificates(dir, [], new Date(start.getTime() + 3200 * days));
  const late = await openCertificates(dir, [], new Date(start.getTime() + 3300 * days));

  expect(inTime.replaced).toBeUndefined();
  expect(late.replaced).toMatch(
    /ca-key-1\.pem is good only until Feb 27 .* 2036 GMT, so a new local CA was made; give clients .*\/ca\.pem again$/,
  );
  expect(await readFile(late.ca, 'utf8')).not.toBe(first);
  expect(isSignedBy(leafOf(late), await authorityAt(late.ca))).toBe(true);
  expect(await keyFile()).toBe(join(dir, 'ca-key-2.pem'));
});

test.each([
  ['cut off', (text: string) => text.slice(0, 100)],
  ['empty', () => ''],
  ['without its certificate', (text: string) => text.slice(0, text.indexOf('-----BEGIN CERT'))],
  ['not PEM at all', () => '\0\x01\x02'],
])('a key file that is %s is replaced by a new CA', async (_, damage) => {
  await openCertificates(dir, []);
  const file = await keyFile();
  await writeFile(file, damage(await readFile(file, 'utf8')));

  const again = await openCertificates(dir, []);

  expect(again.replaced).toBe(
    `${file} is damaged, so a new local CA was made; give clients ${again.ca} again`,
  );
  expect(isSignedBy(leafOf(again), await authorityAt(again.ca))).toBe(true);
  expect((await openCertificates(dir, [])).replaced).toBeUndefined();
});

test('a key that belongs to another certificate is replaced', async () => {
  await openCertificates(dir, []);
  const file = await keyFile();
  const { key } = await openCertificates(dir, []);
  const text = await readFile(file, 'utf8');
  await writeFile(file, key + text.slice(text.indexOf('-----BEGIN CERT')));

  const again = await openCertificates(dir, []);

  expect(again.replaced).toBe(
    `${file} is damaged, so a new local CA was made; give clients ${again.ca} again`,
  );
  expect(isSignedBy(leafOf(again), await authorityAt(again.ca))).toBe(true);
});

test('a ca.pem that was lost or changed is put back', async () => {
  const { ca } = await openCertificates(dir, []);
  const text = await readFile(ca, 'utf8');

  for (const change of [() => rm(ca), () => writeFile(ca, 'other')]) {
    await change();
    expect((await openCertificates(dir, [])).replaced).toBeUndefined();
    expect(await readFile(ca, 'utf8')).toBe(text);
  }
});

test.each([
  ['nothing is there', async () => {}],
  [
    'what is there is damaged',
    async () => {
      await mkdir(dir);
      await writeFile(join(dir, 'ca-key-4.pem'), 'damaged');
    },
  ],
])('servers that start at once where %s share one CA', async (_, prepare) => {
  await prepare();

  const made = await Promise.all(Array.from({ length: 12 }, () => openCertificates(dir, [])));

  const ca = await authorityAt(join(dir, 'ca.pem'));
  expect(made.map((one) => isSignedBy(leafOf(one), ca))).toEqual(Array(12).fill(true));
  expect((await readdir(dir)).length).toBe(2);
});

test('a directory or a key that cannot be read says where and what to do', async () => {
  await mkdir(join(dir, 'ca-key-1.pem'), { recursive: true });
  await expect(openCertificates(dir, [])).rejects.toThrow(
    new RestageError(
      'state-unusable',
      `the local CA cannot be kept in ${dir}: EISDIR: illegal operation on a directory, read; name a directory that can be written with --state`,
    ),
  );

  const file = join(dir, 'file');
  await writeFile(file, '');
  await expect(openCertificates(file, [])).rejects.toMatchObject({ code: 'state-unusable' });
});

test('a name that is neither host nor address is refused', async () => {
  for (const name of ['', 'a b', 'http://stand.test', 'stand.test:4010', 'a..b']) {
    await expect(openCertificates(dir, [name])).rejects.toMatchObject({ code: 'bad-option' });
  }
});

test('names are taken in any spelling', async () => {
  const leaf = leafOf(
    await openCertificates(dir, ['Stand.Example.Test.', 'bücher.example', '[FD00::A]', 'fe80::1%eth0']),
  );

  expect(leaf.checkHost('stand.example.test')).toBeDefined();
  expect(leaf.checkHost('xn--bcher-kva.example')).toBeDefined();
  expect(leaf.checkIP('fd00::a')).toBeDefined();
  expect(leaf.checkIP('fe80::1')).toBeDefined();
});

test('a server bound to every address is believed at each of the machine', async () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);

  for (const every of ['0.0.0.0', '::']) {
    const leaf = leafOf(await openCertificates(dir, [every]));
    expect(own.filter(({ address }) => leaf.checkIP(address) === undefined)).toEqual([]);
  }
});

test('any address given is in the certificate', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.ipV6(), fc.ipV4()), { maxLength: 40 }), async (addresses) => {
      const leaf = leafOf(await openCertificates(dir, addresses));
      expect(addresses.filter((address) => leaf.checkIP(address) === undefined)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
