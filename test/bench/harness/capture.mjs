import { get } from 'node:http';
import { once } from 'node:events';
import { NotRunnable } from './not-runnable.mjs';
import { allHeaders } from './raw-request.mjs';

/**
 * An answer as it came over the wire, without what every node:http server adds of itself.
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string} body
 */

const added = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/**
 * Gets one answer, whatever its status.
 * @param {string} url
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export async function answerOf(url, path) {
  const request = get(url + path, { headers: allHeaders({ path }), agent: false });
  /** @type {[import('node:http').IncomingMessage]} */
  const [response] = /** @type {any} */ (await once(request, 'response'));
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  /** @type {Record<string, string>} */
  const headers = {};
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = response.rawHeaders[at] ?? '';
    if (!added.includes(name.toLowerCase())) headers[name] = response.rawHeaders[at + 1] ?? '';
  }
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() };
}

/**
 * Gets one answer that has to be a 200.
 * @param {string} url
 * @param {string} path
 * @returns {Promise<Answer>}
 * @throws {NotRunnable} when it is another
 */
export async function goodAnswer(url, path) {
  const answer = await answerOf(url, path);
  if (answer.status !== 200)
    throw new NotRunnable(`GET ${path} is answered ${answer.status}: ${answer.body}`);
  return answer;
}
