import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSshKey } from '../../src/edges/ssh-key.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const ecdsa = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string =>
  key.export({ type, format: 'pem' }) as string;

const dir = mkdtempSync(join(tmpdir(), 'ssh-key-'));
afterAll(() => rmSync(dir, { recursive: true }));
const hasKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

function generate(type: string, passphrase = ''): { readonly secret: string; readonly open: string } {
  const file = join(dir, `${type}${passphrase}`);
  const done = spawnSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-f', file]);
  expect(done.status).toBe(0);
  return { secret: readFileSync(file, 'utf8'), open: readFileSync(`${file}.pub`, 'utf8') };
}

test.each([
  ['an RSA key in PKCS#1', pem(rsa.privateKey, 'pkcs1')],
  ['an RSA key in PKCS#8', pem(rsa.privateKey, 'pkcs8')],
  ['an Ed25519 key in PKCS#8', pem(ed25519.privateKey, 'pkcs8')],
  ['an ECDSA key in SEC 1', pem(ecdsa.privateKey, 'sec1')],
  ['a key with Windows line ends', pem(rsa.privateKey, 'pkcs1').replaceAll('\n', '\r\n')],
  ['a key between blanks', `\n  ${pem(rsa.privateKey, 'pkcs1').trim()}\n\n`],
])('is an SSH key: %s', (_, text) => {
  expect(isSshKey(text)).toBe(true);
});

test.skipIf(!hasKeygen).each(['ed25519', 'ecdsa', 'rsa'])(
  'is an SSH key: what ssh-keygen makes of type %s, but not its public half',
  (type) => {
    const { secret, open } = generate(type);
    expect(secret).toContain('BEGIN OPENSSH PRIVATE KEY');
    expect(isSshKey(secret)).toBe(true);
    expect(isSshKey(open)).toBe(false);
  },
);

test.skipIf(!hasKeygen)('is none when ssh-keygen locked it with a passphrase', () => {
  expect(isSshKey(generate('ed25519', 'made-up-passphrase').secret)).toBe(false);
});

const locked = ed25519.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'made-up-passphrase',
}) as string;
const whole = pem(rsa.privateKey, 'pkcs1');

test.each([
  ['nothing', ''],
  ['a word', 'not-a-key'],
  ['an encrypted PEM key', locked],
  ['a public key in PEM', rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string],
  ['a key cut in the middle', `${whole.slice(0, 400)}\n-----END RSA PRIVATE KEY-----\n`],
  ['a key without its end', whole.slice(0, whole.indexOf('-----END'))],
  [
    'an empty OpenSSH frame',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
  ],
  ['a key with text before it', `key: ${whole}`],
])('is no SSH key: %s', (_, text) => {
  expect(isSshKey(text)).toBe(false);
});
