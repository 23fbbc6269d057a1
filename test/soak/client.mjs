import { Agent, request } from 'node:http';

/**
 * @typedef {object} Answer
 * @property {number | undefined} status undefined when there was no whole answer
 * @property {string} body
 * @property {string} [why] why there was no whole answer
 */

/** One client, with connections of its own that are not kept longer than the server keeps them. */
export class Client {
  #url;
  #agent = new Agent({ keepAlive: true, timeout: 2000 });
  /** Requests that were sent to both APIs. */
  sent = 0;

  /** @param {string} url with the prefix of a session, or without */
  constructor(url) {
    this.#url = url;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {number} [patience] milliseconds
   * @returns {Promise<Answer>}
   */
  ask(method, path, body, patience = 30_000) {
    const control = path.startsWith('/__restage');
    if (!control) this.sent++;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: 'Bearer soak',
      'content-type': control ? 'application/json' : 'application/vnd.api+json',
      ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
    };
    const target = control ? new URL(path, this.#url) : new URL(this.#url + path);
    return new Promise((resolve) => {
      let why = 'the connection ended';
      const nothing = () => resolve({ status: undefined, body: '', why });
      const call = request(target, { method, headers, agent: this.#agent }, (response) => {
        let received = '';
        response.setEncoding('latin1').on('data', (chunk) => (received += chunk));
        response.on('end', () => resolve({ status: response.statusCode, body: received }));
        response.on('error', nothing);
      });
      call.on('error', (error) => (why = error.message)).on('close', nothing);
      call.setTimeout(patience, () => call.destroy(new Error(`nothing within ${patience} ms`)));
      call.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}
