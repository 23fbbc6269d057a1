import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { spawnServer } from '../harness/spawn-server.mjs';

/** @typedef {import('../harness/compare.mjs').Contestant} Contestant */
/** @typedef {{ dir: string, restage: string }} Place */

const servers = join(import.meta.dirname, '..', 'servers');

/**
 * restage in serve mode.
 * @param {Place} ctx
 * @param {string} scenario
 * @param {{ name?: string, state?: string }} [options] `state` keeps it on disk there
 * @returns {Contestant}
 */
export function serving(ctx, scenario, { name = 'restage serve', state } = {}) {
  return contestant(ctx, name, ['serve', '--scenario', scenario], state);
}

/**
 * restage in replay mode.
 * @param {Place} ctx
 * @param {string} fixtures
 * @param {string} [name]
 * @returns {Contestant}
 */
export function replaying(ctx, fixtures, name = 'restage replay') {
  return contestant(ctx, name, ['replay', '--fixtures', fixtures]);
}

/**
 * restage in record mode.
 * @param {Place} ctx
 * @param {string} fixtures
 * @param {string} upstreamUrl taken for both services
 * @returns {Contestant}
 */
export function recording(ctx, fixtures, upstreamUrl) {
  const both = ['--platform', upstreamUrl, '--registry', upstreamUrl];
  return contestant(ctx, 'restage record', ['record', '--fixtures', fixtures, ...both]);
}

/** The backend behind proxies, on the load's core: see servers/upstream.mjs. */
export function upstream() {
  const command = [process.execPath, join(servers, 'upstream.mjs')];
  return spawnServer({ command, ready: /ready (\S+)/, core: 'load' });
}

/**
 * @param {Place} ctx
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} [state]
 * @returns {Contestant}
 */
function contestant({ dir, restage }, name, args, state) {
  const kept = state === undefined ? ['--memory'] : ['--state', state];
  const start = async () => {
    if (!existsSync(restage)) throw new NotRunnable(`${restage} is not there; run "npm run build"`);
    return spawnServer({
      command: [process.execPath, restage, ...args, '--port', '0', '--log', 'silent', ...kept],
      ready: /^restage ready: (\S+)/m,
      cwd: dir,
      gentle: true,
    });
  };
  return { name, role: 'ours', start };
}
