import { RestageError } from '../exchange/restage-error.js';
import { type Running, start } from '../start.js';
import type { StartOptions } from '../start/options.js';
import { judgeOptions } from './judge-options.js';
import { openStand } from './open-stand.js';
import type { Stand } from './stand.js';

/**
 * What a stand is started with. As on the command line, but it listens on a free port, and keeps its state in memory
 * unless `state` names a directory. With `tls` and no `state` the local CA is kept in `.restage`.
 */
export type RestageOptions = Omit<StartOptions, 'memory'>;

/**
 * Starts a stand-in server in this process.
 *
 * ```ts
 * const stand = await restage({ scenario: 'awaiting-override' });
 * await stand.fetch('/api/v2/task-stages/ts-5Hc1');
 * await stand.close();
 * ```
 * @throws RestageError when it cannot start; its `code` says why
 */
export async function restage(options: RestageOptions = {}): Promise<Stand> {
  judgeOptions(options);
  const running = await start({
    port: 0,
    ...options,
    memory: options.state === undefined,
  });
  return openStand(running, 'main', () => closeWhole(running));
}

/** Closes a server, and does not let pass that a recording lacks something. */
async function closeWhole(running: Running): Promise<void> {
  await running.close();
  const problems = running.kept()?.problems ?? [];
  if (problems.length === 0) return;
  throw new RestageError(
    'recording-incomplete',
    'these answers could not be kept:',
    problems.map(({ request, why }) => `${request}: ${why}`),
  );
}
