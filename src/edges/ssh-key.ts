import { createRequire } from 'node:module';
import type Sshpk from 'sshpk';

const require = createRequire(import.meta.url);

/**
 * Whether a text is a private SSH key that can be used as it is: OpenSSH's own format or PEM (PKCS#1, SEC 1, PKCS#8)
 * of an RSA, DSA, ECDSA or Ed25519 key. A public key is none, and neither is a key locked with a passphrase, since
 * nobody is there to unlock it (assumed; platform API §4 only calls it "the SSH key to store"). The parser is loaded
 * when the first text that looks like a key comes by.
 */
export function isSshKey(text: string): boolean {
  if (!/^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return false;
  const sshpk = require('sshpk') as typeof Sshpk;
  try {
    sshpk.parsePrivateKey(text, 'pem');
    return true;
  } catch {
    return false;
  }
}
