import { start } from '../start.js';
import type { StartOptions } from '../start/options.js';
import { openStand } from './open-stand.js';
import type { Stand } from './stand.js';

/**
 * What a stand is started with. As on the command line, but it listens on a free port, and keeps its state in memory
 * unless `state` names a directory.
 */
export type RestageOptions = Omit<StartOptions, 'ownProcess' | 'memory'>;

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
  const running = await start({
    port: 0,
    ...options,
    memory: options.state === undefined,
    ownProcess: false,
  });
  return openStand(running, 'main', () => running.close());
}
