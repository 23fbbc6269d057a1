import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certifyAuthority, type Issuer, type Validity } from './certificate.js';

/*
 * The authority lies in one file, `ca-key-N.pem`, key and certificate together, so that the two always belong to each
 * other. Such a file is never written again: it comes into being whole, by a hard link that fails when the name is
 * taken, and a new authority takes the next number. The highest number counts. So processes that start at once agree
 * without a lock.
 */

/** The local authority that signs what a server shows. */
export interface Authority extends Issuer {
  /** Its certificate as PEM. */
  readonly certificate: string;
}

/** An authority that was kept or made; `replaces` says why an earlier one could not be used. */
export interface OpenedAuthority {
  readonly authority: Authority;
  readonly replaces?: string;
}

/**
 * Takes the authority kept in a directory, or makes one there.
 *
 * @param validity - of an authority made now
 * @param needed - the time for which it has to be good; one that is not is replaced
 * @throws the file system's error when the directory cannot be read or written
 */
export async function openAuthority(
  dir: string,
  validity: Validity,
  needed: Validity,
): Promise<OpenedAuthority> {
  let replaces: string | undefined;
  for (;;) {
    const number = await highest(dir);
    const text = await readFile(fileOf(dir, number), 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error; // none yet, or replaced since
    });
    if (text !== undefined) {
      const found = readAuthority(text, needed);
      if ('authority' in found) return { ...found, ...(replaces === undefined ? {} : { replaces }) };
      replaces = `${fileOf(dir, number)} ${found.useless}`;
    }
    if (text !== undefined || number === 0) await create(dir, number + 1, validity);
  }
}

/** Writes a file so that it is there whole or not at all. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  await beside(path, text, mode, (written) => rename(written, path));
}

async function highest(dir: string): Promise<number> {
  const numbers = (await readdir(dir)).map((name) => Number(/^ca-key-(\d{1,9})\.pem$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

async function create(dir: string, number: number, validity: Validity): Promise<void> {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = `restage local CA ${randomBytes(4).toString('hex')}`;
  const text = `${key.export({ type: 'pkcs8', format: 'pem' }).toString()}${certifyAuthority({ name, key }, validity)}`;
  const path = fileOf(dir, number);
  await beside(path, text, 0o600, (written) => link(written, path)).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error; // another process was first: its authority is the one
  });
  if (number > 1) await unlink(fileOf(dir, number - 1)).catch(() => undefined);
}

async function beside(
  path: string,
  text: string,
  mode: number,
  place: (written: string) => Promise<void>,
): Promise<void> {
  const written = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(written, text, { mode, flag: 'wx', flush: true });
    await place(written);
  } finally {
    await unlink(written).catch(() => undefined);
  }
}

function readAuthority(
  text: string,
  needed: Validity,
): { readonly authority: Authority } | { readonly useless: string } {
  let key: KeyObject;
  let certificate: X509Certificate;
  try {
    key = createPrivateKey(text);
    certificate = new X509Certificate(text);
  } catch {
    return { useless: 'is damaged' };
  }
  const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1];
  if (name === undefined || !certificate.ca || !certificate.checkPrivateKey(key))
    return { useless: 'is damaged' };
  if (needed.until > new Date(certificate.validTo))
    return { useless: `is good only until ${certificate.validTo}` };
  if (needed.from < new Date(certificate.validFrom))
    return { useless: `is good only from ${certificate.validFrom}` };
  return { authority: { name, key, certificate: certificate.toString() } };
}

function fileOf(dir: string, number: number): string {
  return join(dir, `ca-key-${number}.pem`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
