import { join } from 'node:path';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { installed, peersFolder } from '../harness/peers-folder.mjs';
import { freePort, spawnServer } from '../harness/spawn-server.mjs';
import * as jsonServer from './json-server.mjs';
import * as mockoon from './mockoon.mjs';
import * as mountebank from './mountebank.mjs';
import * as prism from './prism.mjs';
import * as talkback from './talkback.mjs';
import * as wiremock from './wiremock.mjs';

/** @typedef {import('../harness/compare.mjs').Contestant} Contestant */

/**
 * How a peer is started: a command for a directory of its own and a port.
 * @typedef {object} Start
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 */

/**
 * A tool that people would use instead.
 * @typedef {object} Peer
 * @property {string} name
 * @property {Parameters<typeof installed>[0]} from its npm package
 * @property {(place: Place, documents: Record<string, string>) => Start} replay answers these documents by path
 * @property {(place: Place, upstreamUrl: string) => Start} [record] records what an upstream answers
 */

/** @typedef {{ dir: string, port: number, modules: string }} Place */

/** @type {readonly Peer[]} */
const all = [wiremock, mountebank, mockoon, talkback, jsonServer, prism];

/**
 * The peers, answering documents by path; none where the bench runs without them.
 * @param {{ dir: string, peers: boolean, makeDir: (name: string) => string }} ctx
 * @param {Record<string, string>} documents
 * @returns {Contestant[]}
 */
export function peers(ctx, documents) {
  const [path = '/'] = Object.keys(documents);
  if (!ctx.peers) return [];
  return all.map((peer) => contestant(ctx, peer, path, (place) => peer.replay(place, documents)));
}

/**
 * The peers that record, in front of an upstream.
 * @param {{ dir: string, peers: boolean, makeDir: (name: string) => string }} ctx
 * @param {string} upstreamUrl
 * @returns {Contestant[]}
 */
export function recordingPeers(ctx, upstreamUrl) {
  if (!ctx.peers) return [];
  return all.flatMap((peer) => {
    const { record } = peer;
    return record ? [contestant(ctx, peer, '/served', (place) => record(place, upstreamUrl))] : [];
  });
}

/**
 * @param {{ makeDir: (name: string) => string }} ctx
 * @param {Peer} peer
 * @param {string} path asked until it answers
 * @param {(place: Place) => Start} prepare
 * @returns {Contestant}
 */
function contestant(ctx, { name, from }, path, prepare) {
  const start = async () => {
    const missing = installed(from);
    if (missing !== undefined) throw new NotRunnable(missing);
    const place = {
      dir: ctx.makeDir(name),
      port: await freePort(),
      modules: join(peersFolder, 'node_modules'),
    };
    return spawnServer({ ...prepare(place), url: `http://127.0.0.1:${place.port}${path}`, cwd: place.dir });
  };
  return { name, role: 'peer', start };
}
