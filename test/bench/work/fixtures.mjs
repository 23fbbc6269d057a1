import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { recording, upstream } from '../contestants/restage.mjs';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { allHeaders } from '../harness/raw-request.mjs';
import { stagePath } from './documents.mjs';

/** @typedef {import('../harness/raw-request.mjs').Request} Request */

/** @type {Map<string, Promise<string>>} */
const made = new Map();

/**
 * Fixtures of these requests, recorded by restage itself from an upstream that answers 2 KB documents. Made once a run.
 *
 * @param {{ dir: string, restage: string, progress: (text: string) => void }} ctx
 * @param {string} name
 * @param {readonly Request[]} requests
 * @returns {Promise<string>} their directory
 */
export function fixturesOf(ctx, name, requests) {
  const found = made.get(name) ?? record(ctx, name, requests);
  made.set(name, found);
  return found;
}

/**
 * Requests for so many different stages.
 * @param {number} count
 * @returns {Request[]}
 */
export function stageRequests(count) {
  return Array.from({ length: count }, (_, n) => ({ path: stagePath(n) }));
}

/**
 * @param {{ dir: string, restage: string, progress: (text: string) => void }} ctx
 * @param {string} name
 * @param {readonly Request[]} requests
 */
async function record(ctx, name, requests) {
  const dir = join(ctx.dir, `fixtures-${name}`);
  mkdirSync(dir);
  ctx.progress(`recording ${requests.length} fixtures`);
  const source = await upstream();
  try {
    const recorder = await recording(ctx, dir, source.url).start();
    try {
      await askAll(recorder.url, requests);
    } finally {
      await recorder.stop();
    }
  } finally {
    await source.stop();
  }
  return dir;
}

/**
 * @param {string} url
 * @param {readonly Request[]} requests
 */
async function askAll(url, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const left = requests.values();
  const worker = async () => {
    for (const one of left) {
      const status = await ask(agent, url, one);
      if (status >= 400) throw new NotRunnable(`record: ${one.path} is answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  agent.destroy();
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @param {Request} one
 * @returns {Promise<number>}
 */
function ask(agent, url, one) {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + one.path,
      { agent, method: one.method ?? 'GET', headers: allHeaders(one) },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject).end(one.body);
  });
}
