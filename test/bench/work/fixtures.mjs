import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { allHeaders } from '../harness/raw-request.mjs';
import { jsonApi, stageDocument, stagePath } from './documents.mjs';

/** @typedef {import('../harness/raw-request.mjs').Request} Request */

/** @type {Map<string, Promise<string>>} */
const made = new Map();

/**
 * Fixtures of these requests, each answered with a document of 2 KB, as restage would have recorded them: its own code
 * says where they lie and what their text is. Made once a run.
 *
 * @param {{ dir: string, restage: string, progress: (text: string) => void }} ctx
 * @param {string} name
 * @param {readonly Request[]} requests
 * @returns {Promise<string>} their directory
 */
export function fixturesOf(ctx, name, requests) {
  const found = made.get(name) ?? write(ctx, name, requests);
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
async function write({ dir, restage, progress }, name, requests) {
  if (!existsSync(restage)) throw new NotRunnable(`${restage} is not there; run "npm run build"`);
  progress(`writing ${requests.length} fixtures`);
  const room = join(dirname(restage), '..', 'fixtures');
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(room, file)).href);
  const [{ formatFixture }, { fixturePath }, { keyOf }, { Redaction }] = await Promise.all(
    ['format-fixture.js', 'fixture-path.js', 'key.js', 'redaction.js'].map(load),
  );
  const redaction = new Redaction();
  const directory = join(dir, `fixtures-${name}`);
  for (const [n, request] of requests.entries()) {
    const key = keyOf(wireRequest(request), redaction);
    const body = { kind: 'text', text: stageDocument(n) };
    const headers = { 'content-type': jsonApi };
    const file = join(directory, fixturePath(key));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      formatFixture({ key, exchanges: [{ epoch: 0, count: 1, status: 200, headers, body }] }),
    );
  }
  return directory;
}

/** @param {Request} request */
function wireRequest(request) {
  const { method = 'GET', path: target, body } = request;
  const [path = '', query = ''] = target.split('?');
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return { method, path, query, headers: allHeaders(request), body: bytes, client: '', base: {} };
}
