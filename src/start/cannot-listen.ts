import { RestageError } from '../exchange/restage-error.js';

/** What to do about an address that cannot be had. */
const remedies: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'name an address of this machine with --host, such as 127.0.0.1',
  ENOTFOUND: 'name an address of this machine with --host, such as 127.0.0.1',
  EACCES: 'choose a port above 1023 with --port',
};

/** What the system said about a port that cannot be had, in a person's words. */
export function cannotListen(error: unknown, host: string, port: number): RestageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new RestageError(
      'port-in-use',
      `port ${port} on ${host} is in use; choose another with --port, or --port 0 for a free one`,
    );
  }
  const remedy = remedies[code];
  const rest = remedy === undefined ? '' : `; ${remedy}`;
  return new RestageError('address-unusable', `cannot listen on ${host} port ${port}: ${message}${rest}`);
}
