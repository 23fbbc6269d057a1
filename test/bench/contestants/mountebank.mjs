import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonApi } from '../work/documents.mjs';

export const name = 'mountebank';
export const from = '@mbtest/mountebank';

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay(place, documents) {
  return start(
    place,
    Object.entries(documents).map(([path, body]) => ({
      predicates: [{ equals: { method: 'GET', path } }],
      responses: [{ is: { statusCode: 200, headers: { 'Content-Type': jsonApi }, body } }],
    })),
  );
}

/** @type {NonNullable<import('./peers.mjs').Peer['record']>} */
export function record(place, upstreamUrl) {
  return start(place, [{ responses: [{ proxy: { to: upstreamUrl, mode: 'proxyAlways' } }] }]);
}

/**
 * @param {import('./peers.mjs').Place} place
 * @param {object[]} stubs
 */
function start({ dir, port, modules }, stubs) {
  const config = join(dir, 'imposters.json');
  writeFileSync(config, JSON.stringify({ imposters: [{ port, protocol: 'http', stubs }] }));
  const mb = join(modules, '@mbtest', 'mountebank', 'bin', 'mb');
  const quiet = ['--nologfile', '--loglevel', 'error', '--localOnly'];
  // its own port, for control, is a free one that happens to lie beside the imposter's
  return {
    command: [process.execPath, mb, 'start', '--port', String(port + 1), '--configfile', config, ...quiet],
  };
}
