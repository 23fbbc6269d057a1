import { RestageError } from '../exchange/restage-error.js';

/** What the system said about a port that cannot be had, in a person's words. */
export function cannotListen(error: unknown, host: string, port: number): RestageError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new RestageError(
      'port-in-use',
      `port ${port} on ${host} is in use; choose another with --port, or --port 0 for a free one`,
    );
  }
  return new RestageError('address-unusable', `cannot listen on ${host} port ${port}: ${message}`);
}
