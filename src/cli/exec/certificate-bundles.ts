import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { MadeFiles } from './environment.js';

/** Where systems keep the certificates of the authorities they trust. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * Writes what clients shall trust: all that they trust already, because `SSL_CERT_FILE` replaces it, and our authority.
 * @param ca PEM file of our authority
 */
export function writeCertificateBundles(
  directory: string,
  ca: string,
  env: NodeJS.ProcessEnv,
): NonNullable<MadeFiles['certificates']> {
  const own = readFileSync(ca, 'utf8');
  const before = firstOf([env['SSL_CERT_FILE'], ...systemBundles]) ?? rootCertificates.join('\n');
  const extra = firstOf([env['NODE_EXTRA_CA_CERTS']]);
  const write = (name: string, texts: readonly string[]): string => {
    const file = join(directory, name);
    writeFileSync(file, texts.map((text) => `${text.trimEnd()}\n`).join(''), { mode: 0o600 });
    return file;
  };
  return {
    all: write('all-certificates.pem', [before, own]),
    extra: write('extra-certificates.pem', extra === undefined ? [own] : [extra, own]),
  };
}

function firstOf(files: readonly (string | undefined)[]): string | undefined {
  for (const file of files) {
    if (file === undefined || file === '') continue;
    try {
      return readFileSync(file, 'utf8');
    } catch {
      continue;
    }
  }
  return undefined;
}
