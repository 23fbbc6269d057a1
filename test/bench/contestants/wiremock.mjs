import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonApi } from '../work/documents.mjs';

export const name = 'WireMock';
export const from = 'wiremock';

/** Without its journal, which is how it is fastest. */
const flags = ['--no-request-journal', '--disable-request-logging', '--disable-gzip', '--disable-banner'];

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay(place, documents) {
  const mappings = Object.entries(documents).map(([url, body]) => ({
    request: { method: 'GET', url },
    response: { status: 200, headers: { 'Content-Type': jsonApi }, body },
  }));
  mkdirSync(join(place.dir, 'mappings'));
  writeFileSync(join(place.dir, 'mappings', 'all.json'), JSON.stringify({ mappings }));
  return { command: java(place) };
}

/** @type {NonNullable<import('./peers.mjs').Peer['record']>} */
export function record(place, upstreamUrl) {
  return { command: [...java(place), '--proxy-all', upstreamUrl, '--record-mappings'] };
}

/** @param {import('./peers.mjs').Place} place */
function java({ dir, port, modules }) {
  const build = join(modules, 'wiremock', 'build');
  const jar = readdirSync(build).find((file) => file.endsWith('.jar')) ?? '';
  return ['java', '-jar', join(build, jar), '--port', String(port), '--root-dir', dir, ...flags];
}
