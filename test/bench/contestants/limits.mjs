import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnServer } from '../harness/spawn-server.mjs';

/** @typedef {import('../harness/compare.mjs').Contestant} Contestant */
/** @typedef {import('../harness/capture.mjs').Answer} Answer */

const servers = join(import.meta.dirname, '..', 'servers');

/**
 * A bare node:http server that sends these answers by path, or always the one.
 * @param {{ dir: string }} ctx
 * @param {Record<string, Answer>} answers
 */
export function bareNode(ctx, answers) {
  return scripted('bare node:http', 'bare.mjs', () => [writeAnswers(ctx, answers)]);
}

/**
 * A bare Hono server that sends the same.
 * @param {{ dir: string }} ctx
 * @param {Record<string, Answer>} answers
 */
export function bareHono(ctx, answers) {
  return scripted('bare Hono', 'hono.mjs', () => [writeAnswers(ctx, answers)]);
}

/**
 * A bare node:http proxy that pipes.
 * @param {string} upstreamUrl
 */
export function barePipe(upstreamUrl) {
  return scripted('bare proxy pipe', 'pipe.mjs', () => [upstreamUrl]);
}

/**
 * A bare node:http server that cuts a page out of a list and serialises it, each time.
 * @param {string} file a JSON array of resources
 */
export function barePages(file) {
  return scripted('bare slice and stringify', 'pages.mjs', () => [file]);
}

/**
 * lowdb as it is shipped: the whole database written for each change.
 * @param {{ dir: string }} ctx
 * @param {number} resources
 */
export function plainLowdb(ctx, resources) {
  return scripted(`lowdb as shipped, ${resources}`, 'lowdb.mjs', () => [
    join(mkdtempSync(join(ctx.dir, 'lowdb-')), 'db.json'),
    String(resources),
  ]);
}

/**
 * @param {string} name
 * @param {string} script
 * @param {() => string[]} args
 * @returns {Contestant}
 */
function scripted(name, script, args) {
  const start = () =>
    spawnServer({ command: [process.execPath, join(servers, script), ...args()], ready: /^ready (\S+)/m });
  return { name, role: 'limit', start };
}

/**
 * @param {{ dir: string }} ctx
 * @param {Record<string, Answer>} answers
 */
function writeAnswers(ctx, answers) {
  const file = join(mkdtempSync(join(ctx.dir, 'answers-')), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return file;
}
