import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onServerCore } from './cores.mjs';
import { NotRunnable } from './not-runnable.mjs';

/**
 * A server that runs in a process of its own.
 * @typedef {object} Server
 * @property {string} url its origin, without a slash at the end
 * @property {number} pid
 * @property {() => number} rss memory of the process and its children, MB
 * @property {() => number} peak the most memory the process had so far, MB; NaN where the system does not tell
 * @property {() => number} cpu CPU time of the process so far, ms; NaN where the system does not tell
 * @property {() => Promise<void>} stop ends it, and rejects when it did not end well
 */

/**
 * @typedef {object} Launch
 * @property {readonly string[]} command
 * @property {RegExp} [ready] what it prints to stdout when it listens; its first group is the URL
 * @property {string} [url] where it listens, for one that says nothing: it is asked until it answers
 * @property {string} [cwd]
 * @property {Record<string, string>} [env]
 * @property {'server' | 'load'} [core] on which core it runs
 * @property {number} [patience] how long to wait until it is ready, ms
 * @property {boolean} [gentle] whether it has to end with exit status 0
 */

/** @type {Set<number>} */
const running = new Set();
process.on('exit', () => running.forEach((pid) => signal(pid, 'SIGKILL')));

/**
 * Starts a server and waits until it is ready.
 * @param {Launch} launch
 * @returns {Promise<Server>}
 * @throws {NotRunnable} when it does not come up
 */
export async function spawnServer({
  command,
  ready,
  url,
  cwd,
  env,
  core,
  patience = 60_000,
  gentle = false,
}) {
  const [file = '', ...args] = core === 'load' ? command : onServerCore(command);
  const child = spawn(file, args, {
    detached: true, // a process group of its own, so that it ends whole
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (chunk) => (said.length < 100_000 ? (said += String(chunk)) : undefined));
  child.stderr.on('data', (chunk) => (complained = (complained + String(chunk)).slice(-4000)));
  const closed = once(child, 'close').catch((error) => [String(error)]);
  const pid = child.pid;
  if (pid === undefined) throw new NotRunnable(`${command[0]}: ${String((await closed)[0])}`);
  running.add(pid);
  void closed.then(() => running.delete(pid));

  const found = await Promise.race([
    closed.then(([code]) => ({ ended: code })),
    ready ? firstMatch(child.stdout, () => ready.exec(said)?.[1]) : answers(url ?? ''),
    wait(patience, undefined, { ref: false }).then(() => ({ late: true })),
  ]);
  if (typeof found !== 'string') {
    signal(pid, 'SIGKILL');
    const what =
      'late' in found ? `not ready after ${patience / 1000} s` : `ended with ${String(found.ended)}`;
    throw new NotRunnable(complained.trim() || said.trim() || what);
  }
  return {
    url: found.replace(/\/$/, ''),
    pid,
    rss: () => rssOfGroup(pid),
    peak: () => peakOf(pid),
    cpu: () => cpuOf(pid),
    async stop() {
      signal(pid, 'SIGTERM');
      const [code] = await Promise.race([closed, wait(gentle ? 60_000 : 5_000, ['late'], { ref: false })]);
      signal(pid, 'SIGKILL');
      await closed;
      if (gentle && code !== 0)
        throw new Error(`${command.join(' ')} ended with ${String(code)}: ${complained}`);
    },
  };
}

/** A port that is free now, for servers that cannot pick one. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * @param {import('node:stream').Readable} stdout
 * @param {() => string | undefined} find
 * @returns {Promise<string>}
 */
function firstMatch(stdout, find) {
  return new Promise((resolve) => {
    stdout.on('data', () => {
      const url = find();
      if (url !== undefined) resolve(url);
    });
  });
}

/**
 * @param {string} url
 * @returns {Promise<string>} its origin
 */
async function answers(url) {
  for (;;) {
    const ok = await fetch(url).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    if (ok) return new URL(url).origin;
    await wait(5);
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // it has ended
  }
}

/** @param {number} group */
function rssOfGroup(group) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,rss='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.reduce((sum, [pgid, rss = 0]) => (pgid === group ? sum + rss / 1024 : sum), 0);
}

/** @param {number} pid */
function peakOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/**
 * User and system time, in ticks of 10 ms as Linux counts them.
 * @param {number} pid
 */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}
