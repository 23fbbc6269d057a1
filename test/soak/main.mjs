// A soak: many sessions under mixed load with faults on, for some time; then it is judged what leaked or was lost.
// node test/soak/main.mjs [--seconds N] [--sessions N]; exit status 1 when something is wrong. Loopback only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Server } from './server.mjs';
import { Worker } from './worker.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, sessions: { type: 'string', default: '50' } },
});
const seconds = Number(values.seconds);
const sessions = Number(values.sessions);
const looks = 20;
const megabyte = 1024 * 1024;
/** Files that Node opens once, when they are first wanted. */
const few = 5;
const directory = mkdtempSync(join(tmpdir(), 'restage-soak-'));

try {
  const { figures, wrong } = await soak();
  console.log(JSON.stringify(figures, null, 2));
  for (const text of wrong.slice(0, 50)) console.error(`wrong: ${text}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function soak() {
  const server = new Server(directory);
  await server.ready();
  const workers = Array.from({ length: sessions }, (_, number) => new Worker(server.url, number));
  await workers[0]?.work(performance.now() + 500);
  const atRest = await restAfter(server, 1000);
  const measures = await load(server, workers);
  await Promise.all(workers.map((worker) => worker.checkEnd()));
  for (const worker of workers) worker.close();
  const after = await restOf(server, atRest);
  const lying = server.lying();
  const wrong = [...judge(atRest, after, measures), ...judgeFiles(lying)];

  await server.stop('SIGKILL');
  const again = new Server(directory);
  await again.ready();
  for (const worker of workers) worker.moveTo(again.url);
  await Promise.all(workers.map((worker) => worker.checkAll()));
  for (const worker of workers) worker.close();
  const status = await again.stop('SIGTERM');
  if (status !== 0) wrong.push(`the server ended with ${status}: ${again.said}`);
  if (server.said + again.said !== '') wrong.push(`the server said: ${server.said}${again.said}`);
  wrong.push(...workers.flatMap((worker) => worker.wrong));

  const sum = (/** @type {(worker: Worker) => number} */ of) =>
    workers.reduce((total, one) => total + of(one), 0);
  const figures = {
    seconds,
    sessions,
    requests: sum(({ requests }) => requests),
    changes: sum(({ changes }) => changes),
    heldMegabytes: measures.map(({ held }) => Math.round(held / megabyte)),
    heldAtRest: [atRest, after].map(({ held }) => Math.round(held / megabyte)),
    rssMegabytes: Math.round(after.rss / megabyte),
    handlesAtRest: [atRest.handles.length, after.handles.length],
    filesAtRest: [atRest.files, after.files],
    stateFiles: lying.names.length,
    stateMegabytes: Math.round((lying.bytes / megabyte) * 10) / 10,
    wrong: wrong.length,
  };
  return { figures, wrong };
}

/** Runs all workers for the time asked for, and looks at the server every now and then. */
async function load(/** @type {Server} */ server, /** @type {Worker[]} */ workers) {
  const until = performance.now() + seconds * 1000;
  const working = Promise.all(workers.map((worker) => worker.work(until)));
  const measures = [];
  for (let look = 0; look < looks; look++) {
    await sleep((seconds * 1000) / looks);
    measures.push(await server.measure());
  }
  await working;
  return measures;
}

/** The server once it has been left alone for some milliseconds. */
async function restAfter(/** @type {Server} */ server, /** @type {number} */ wait) {
  await sleep(wait);
  return server.measure();
}

/** The server once nobody wants anything of it any more. */
async function restOf(/** @type {Server} */ server, /** @type {import('./server.mjs').Measure} */ before) {
  let now = await server.measure();
  for (
    let wait = 0;
    wait < 100 && (now.files > before.files + few || now.handles.length > before.handles.length);
    wait++
  ) {
    await sleep(100);
    now = await server.measure();
  }
  return now;
}

/**
 * What leaked. Memory may grow until every journal is full, which is why the second half is compared with itself.
 * @param {import('./server.mjs').Measure} before
 * @param {import('./server.mjs').Measure} after
 * @param {import('./server.mjs').Measure[]} measures
 */
function judge(before, after, measures) {
  const wrong = [];
  if (after.handles.length > before.handles.length) {
    wrong.push(`the handles ${before.handles.join(' ')} became ${after.handles.join(' ')}`);
  }
  if (after.files > before.files + few) wrong.push(`${before.files} open files became ${after.files}`);
  const least = (/** @type {import('./server.mjs').Measure[]} */ some) =>
    Math.min(...some.map(({ held }) => held));
  const [early, late] = [
    least(measures.slice(looks / 2, (looks * 3) / 4)),
    least(measures.slice((looks * 3) / 4)),
  ];
  const most = early * 1.1 + 8 * megabyte;
  if (seconds >= 60 && late > most)
    wrong.push(`${early} bytes of memory in use became ${late} in the last quarter`);
  if (late > 512 * megabyte) wrong.push(`${late} bytes of memory are in use`);
  return wrong;
}

/** What lies about that should not. */
function judgeFiles(/** @type {{ names: string[], bytes: number }} */ { names, bytes }) {
  const wrong = [];
  const expected = sessions + 1;
  if (names.length > expected)
    wrong.push(`${names.length} state files for ${expected} sessions: ${names.join(' ')}`);
  if (bytes > expected * 4 * megabyte) wrong.push(`${bytes} bytes of state files`);
  return wrong;
}
