import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import type { Reach } from '../session/upstream.js';
import type { KnownHosts } from './known-hosts.js';
import { addressesWithin, lookupWithin } from './reach.js';

/** A host that nobody configured or named. */
class NotAllowed extends Error {
  readonly code = 'RESTAGE_NOT_ALLOWED';
}

/**
 * Opens the connections of undici, and so the one place through which every byte to an upstream goes: it refuses
 * origins without a limit, and addresses beyond it, before and after the name is resolved. Certificates are always verified.
 *
 * @param timeout - milliseconds until a connection must stand, TLS included
 */
export function guardedConnector(
  build: typeof buildConnector,
  hosts: KnownHosts,
  timeout: number,
): buildConnector.connector {
  const within = (limit: Reach): buildConnector.connector =>
    build({ timeout, rejectUnauthorized: true, lookup: lookupWithin(limit, hosts.resolve) });
  const connectors: Readonly<Record<Reach, buildConnector.connector>> = {
    public: within('public'),
    private: within('private'),
    loopback: within('loopback'),
  };

  return (options, callback) => {
    choose(options)
      .then((connect) => connect(options, callback))
      .catch((error: Error) => callback(error, null));
  };

  async function choose(options: buildConnector.Options): Promise<buildConnector.connector> {
    const origin = new URL(`${options.protocol}//${options.host ?? options.hostname}`).origin;
    const limit = await hosts.limitOf(origin);
    if (limit === undefined) throw new NotAllowed(origin);
    // Sockets look up names only, so an address written out is checked here.
    if (isIP(options.hostname) !== 0) await addressesWithin(options.hostname, limit, hosts.resolve);
    return connectors[limit];
  }
}
