import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peersFolder } from '../harness/peers-folder.mjs';
import { jsonApi } from '../work/documents.mjs';

export const name = 'talkback';
export const from = 'talkback';

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay(place, documents) {
  const tapes = join(place.dir, 'tapes');
  mkdirSync(tapes);
  Object.entries(documents).forEach(([url, body], at) => {
    const tape = {
      meta: { createdAt: '2026-03-02T09:00:00.000Z', host: 'http://127.0.0.1:1', resHumanReadable: true },
      req: { url, method: 'GET', headers: {}, body: '' },
      res: { status: 200, headers: { 'content-type': [jsonApi] }, body: JSON.parse(body) },
    };
    writeFileSync(join(tapes, `${at}.json5`), JSON.stringify(tape));
  });
  return start(place, 'http://127.0.0.1:1', 'DISABLED');
}

/** @type {NonNullable<import('./peers.mjs').Peer['record']>} */
export function record(place, upstreamUrl) {
  return start(place, upstreamUrl, 'OVERWRITE');
}

/**
 * @param {import('./peers.mjs').Place} place
 * @param {string} upstreamUrl
 * @param {'DISABLED' | 'OVERWRITE'} mode
 */
function start({ dir, port }, upstreamUrl, mode) {
  const script = join(import.meta.dirname, '..', 'servers', 'talkback.mjs');
  return {
    command: [process.execPath, script, peersFolder, upstreamUrl, String(port), join(dir, 'tapes'), mode],
  };
}
