// Measures restage beside limits and peers; see options.mjs, or npm run bench -- --help.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { leaveServerCore, pinning } from './harness/cores.mjs';
import { loadTool } from './harness/load.mjs';
import { NotRunnable, reasonOf } from './harness/not-runnable.mjs';
import { data, isMet, markdown } from './harness/report.mjs';
import { readOptions } from './options.mjs';

/**
 * What a row is given to run with.
 * @typedef {object} Context
 * @property {string} dir a directory for this run, removed afterwards
 * @property {(name: string) => string} makeDir makes a new one in it
 * @property {string} restage the command to measure
 * @property {number} rounds
 * @property {number} seconds of load in a sample
 * @property {number} warmup seconds of load before it
 * @property {boolean} quick
 * @property {boolean} peers whether peers take part
 * @property {(text: string) => void} progress
 */

/**
 * One row of the table.
 * @typedef {object} Row
 * @property {string} name
 * @property {string} goal
 * @property {(ctx: Context) => Promise<import('./harness/report.mjs').Result>} run throws NotRunnable where it cannot
 */

const rowFiles = readdirSync(join(import.meta.dirname, 'rows')).sort();
const options = readOptions(
  process.argv.slice(2),
  rowFiles.map((file) => Number.parseInt(file, 10)),
);
if (options.wrong !== undefined) {
  process.stderr.write(options.wrong);
  process.exit(2);
}
if (options.help !== undefined) {
  process.stdout.write(options.help);
  process.exit();
}
leaveServerCore();
const began = Date.now();
const dir = mkdtempSync(join(tmpdir(), 'restage-bench-'));
/** @type {import('./harness/report.mjs').RowReport[]} */
const reports = [];
try {
  for (const file of rowFiles) {
    const number = Number.parseInt(file, 10);
    if (options.rows && !options.rows.includes(number)) continue;
    /** @type {Row} */
    const row = await import(`./rows/${file}`);
    reports.push({ number, name: row.name, goal: row.goal, ...(await outcome(number, row)) });
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

const machine = {
  date: new Date(began).toISOString(),
  machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
  node: process.version,
  load: `${loadTool}, 64 keep-alive connections unless a row says otherwise`,
  pinning,
  rounds: `${options.rounds} of ${options.seconds} s after ${options.warmup} s; medians; took ${Math.round((Date.now() - began) / 1000)} s`,
};
const text = markdown(machine, reports);
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'bench.md'), text);
writeFileSync(join(options.out, 'bench.json'), `${JSON.stringify(data(machine, reports), null, 2)}\n`);
process.stdout.write(text);

const checks = reports.flatMap(({ result }) => result?.checks ?? []);
if (reports.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
if (options.gate && checks.some((check) => !isMet(check, 0.1))) process.exitCode = 1;

/**
 * @param {number} number
 * @param {Row} row
 */
async function outcome(number, row) {
  const progress = (/** @type {string} */ said) => process.stderr.write(`row ${number}: ${said}\n`);
  const makeDir = (/** @type {string} */ name) => mkdtempSync(join(dir, `${name}-`));
  const { rounds, seconds, warmup, quick, peers } = options;
  const restage = resolve(options.restage);
  try {
    return {
      result: await row.run({ dir, makeDir, restage, rounds, seconds, warmup, quick, peers, progress }),
    };
  } catch (error) {
    if (error instanceof NotRunnable) return { notRunnable: reasonOf(error) };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
