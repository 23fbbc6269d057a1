import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RestageError } from '../exchange/restage-error.js';
import { serverNames } from './tls/server-names.js';

/** What `node:https` needs to serve, and clients to believe it. */
export interface Certificates {
  /** Path of the authority's certificate, PEM: what clients are given. */
  readonly ca: string;
  /** The server's private key, PEM. */
  readonly key: string;
  /** The server's certificate and after it the authority's, PEM. */
  readonly cert: string;
  /** What to tell a person where the authority kept before could not be used: clients must be given {@link ca} again. */
  readonly replaced?: string;
}

const day = 24 * 60 * 60 * 1000;
/** Clients refuse servers' certificates good for more than 398 days. */
const serverDays = 397;
const authorityDays = 3650;

/**
 * Makes certificates for a server by a local authority, which is made once and kept in `dir`: its certificate at
 * `ca.pem`, its key in a file that only the owner can read. It is made anew when what is kept is damaged or not good
 * for as long as the server's certificate (397 days). The server's own is made each time and never written. Both begin
 * a day earlier, for clients whose clock is behind.
 *
 * @param dir - made, for the owner alone, when it is missing
 * @param names - host names and addresses by which the server is called, beside localhost, 127.0.0.1 and ::1, which
 *   are always in; `0.0.0.0` and `::` stand for all of the machine's addresses
 * @throws {@link RestageError} `state-unusable` when the directory cannot be read or written, `bad-option` for a name
 *   that is none
 */
export async function openCertificates(
  dir: string,
  names: readonly string[],
  now = new Date(),
): Promise<Certificates> {
  const called = serverNames(names);
  const [{ openAuthority, writeWhole }, { certifyServer }] = await Promise.all([
    import('./tls/authority.js'),
    import('./tls/certificate.js'),
  ]);
  const ca = join(dir, 'ca.pem');
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const validity = (days: number): { from: Date; until: Date } => {
      const from = new Date(Math.floor(now.getTime() / 1000) * 1000 - day);
      return { from, until: new Date(from.getTime() + days * day - 1000) };
    };
    const own = validity(serverDays);
    const { authority, replaces } = await openAuthority(dir, validity(authorityDays), { ...own, from: now });
    const shown = await readFile(ca, 'utf8').catch(() => undefined);
    if (shown !== authority.certificate) await writeWhole(ca, authority.certificate, 0o644);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      ca,
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: certifyServer(publicKey, called, authority, own) + authority.certificate,
      ...(replaces === undefined
        ? {}
        : { replaced: `${replaces}, so a new local CA was made; give clients ${ca} again` }),
    };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new RestageError(
      'state-unusable',
      `the local CA cannot be kept in ${dir}: ${error.message}; name a directory that can be written with --state`,
    );
  }
}
