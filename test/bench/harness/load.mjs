import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NotRunnable } from './not-runnable.mjs';
import { installed, peersFolder } from './peers-folder.mjs';
import { allHeaders, rawRequest } from './raw-request.mjs';

/** @typedef {import('./raw-request.mjs').Request} Request */

const run = promisify(execFile);
const wrk = spawnSync('wrk', ['-v']).error === undefined;

/** The tool that makes the load: wrk where it is installed, else autocannon. */
export const loadTool = wrk ? 'wrk' : 'autocannon';

/**
 * Puts a server under load: the requests in random order over keep-alive connections, as fast as it answers.
 *
 * @param {string} url
 * @param {readonly Request[]} requests
 * @param {{ seconds: number, connections?: number }} options whole seconds
 * @returns {Promise<{ rps: number, p50: number, p99: number, requests: number, bad: number }>} latencies in ms; `bad`
 *   counts statuses from 400 and broken connections
 */
export async function hammer(url, requests, { seconds, connections = 64 }) {
  const dir = mkdtempSync(join(tmpdir(), 'restage-load-'));
  try {
    return await (wrk ? runWrk : runAutocannon)(dir, url, requests, seconds, connections);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * @param {string} dir
 * @param {string} url
 * @param {readonly Request[]} requests
 * @param {number} seconds
 * @param {number} connections
 */
async function runWrk(dir, url, requests, seconds, connections) {
  const file = join(dir, 'requests');
  const { host } = new URL(url);
  const raw = requests.map((request) => Buffer.from(rawRequest(request, host)));
  writeFileSync(file, Buffer.concat(raw.flatMap((bytes) => [Buffer.from(`${bytes.length}\n`), bytes])));
  const script = join(import.meta.dirname, 'wrk.lua');
  const { stdout } = await run('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url, '--', file],
  ]);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1));
}

/**
 * @param {string} dir
 * @param {string} url
 * @param {readonly Request[]} requests
 * @param {number} seconds
 * @param {number} connections
 */
async function runAutocannon(dir, url, requests, seconds, connections) {
  const found = installed('autocannon');
  if (found !== undefined) throw new NotRunnable(`neither wrk nor autocannon is there: ${found}`);
  const file = join(dir, 'requests.json');
  const order = requests.map((request) => ({ request, at: Math.random() })).sort((a, b) => a.at - b.at);
  const shuffled = order.map(({ request }) => ({ ...request, headers: allHeaders(request) }));
  writeFileSync(file, JSON.stringify({ url, connections, duration: seconds, requests: shuffled }));
  const script = join(import.meta.dirname, 'autocannon.mjs');
  const { stdout } = await run(process.execPath, [script, peersFolder, file]);
  return JSON.parse(stdout);
}
