import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const pins = cores >= 2 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** How the cores are shared, for the report. */
export const pinning = pins
  ? `server on core 0, load on ${cores === 2 ? 'core 1' : `cores 1-${cores - 1}`}`
  : `not pinned (${cores < 2 ? 'one core' : 'no taskset'})`;

/** Moves this process, and with it every load that it starts, off the server's core. */
export function leaveServerCore() {
  if (pins) spawnSync('taskset', ['-acp', `1-${cores - 1}`, String(process.pid)]);
}

/**
 * The command line that runs another one on the server's core.
 * @param {readonly string[]} command
 * @returns {string[]}
 */
export function onServerCore(command) {
  return pins ? ['taskset', '-c', '0', ...command] : [...command];
}
