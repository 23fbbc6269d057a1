import { performance } from 'node:perf_hooks';
import { Client } from './client.mjs';

const tokens = 8;

/** A row of numbers in [0, 1) that is the same each time. @param {number} seed */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Somebody who uses one session: mostly reads, sometimes writes, and keeps in mind what was answered. */
export class Worker {
  #dice;
  #client;
  #name;
  /** Of each OAuth token whether it is there, gone, or unknown, as the last write of it was not answered. */
  #there = /** @type {('there' | 'gone' | 'unknown')[]} */ ([]);
  requests = 0;
  changes = 0;
  /** @type {string[]} */
  wrong = [];

  /**
   * @param {string} url
   * @param {number} number
   */
  constructor(url, number) {
    this.#name = `soak-${number}`;
    this.#client = new Client(`${url}/~${this.#name}`);
    this.#dice = dice(number + 1);
    this.#begin();
  }

  #begin() {
    this.#there = Array.from({ length: tokens }, () => 'there');
    this.#client.sent = 0;
  }

  /** @param {number} until by the clock of `performance` */
  async work(until) {
    while (performance.now() < until) await this.#step();
  }

  async #step() {
    const at = this.#dice();
    if (at < 0.8) return this.#read();
    if (at < 0.9) return this.#destroy();
    if (at < 0.94) return this.#look();
    if (at < 0.97) return this.#control();
    if (at < 0.995) return this.#write();
    return this.#reset();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {number} [patience]
   */
  async #ask(method, path, body, patience) {
    this.requests++;
    const answer = await this.#client.ask(method, path, body, patience);
    if (answer.status === 500) this.wrong.push(`${method} ${path} was answered 500: ${answer.body}`);
    return answer;
  }

  #read() {
    const paths = [
      '/api/v2/runs/run-1/task-stages?include=policy_evaluations',
      '/api/v2/task-stages/ts-1',
      '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes',
      '/api/v2/organizations/acme/oauth-tokens?page[size]=3',
      '/v1/modules',
      '/v1/modules/search?q=network',
      '/v1/modules/acme/network/aws/versions',
      '/v1/modules/acme/network/aws/1.2.0/download',
      '/v1/modules/acme/network/aws/1.2.0',
      '/v1/modules/acme/network/aws',
      '/v1/modules/acme/network',
      '/somewhere/else',
    ];
    return this.#ask('GET', paths[Math.floor(this.#dice() * paths.length)] ?? '', undefined, 300);
  }

  async #destroy() {
    const token = Math.floor(this.#dice() * tokens);
    const { status } = await this.#ask('DELETE', `/api/v2/oauth-tokens/ot-${token}`);
    if (status === 204) {
      if (this.#there[token] === 'gone') this.wrong.push(`${this.#name}: ot-${token} was destroyed twice`);
      this.#there[token] = 'gone';
      this.changes++;
    } else if (status === undefined) {
      this.#there[token] = 'unknown';
    }
  }

  #look() {
    return this.#checkToken(Math.floor(this.#dice() * tokens));
  }

  /** @param {number} token */
  async #checkToken(token) {
    const { status, why } = await this.#ask('GET', `/api/v2/oauth-tokens/ot-${token}`);
    const expected = { there: 200, gone: 404, unknown: status }[this.#there[token] ?? 'unknown'];
    if (status !== expected) {
      this.wrong.push(
        `${this.#name}: ot-${token} was answered ${status ?? why}, expected ${expected}: a change was lost`,
      );
    }
  }

  async #write() {
    const stage = await this.#ask('POST', '/api/v2/task-stages/ts-1/actions/override', { comment: 'soak' });
    if (stage.status === 200) {
      this.changes++;
      await this.#ask('POST', `/__restage/sessions/${this.#name}/signals/go`, {});
    }
    await this.#ask('POST', '/api/v2/task-stages/ts-1/actions/override', { comment: 'x'.repeat(5000) });
  }

  async #control() {
    const own = `/__restage/sessions/${this.#name}`;
    await this.#ask('POST', `${own}/clock`, { advance: '500ms' });
    await this.#ask('GET', `${own}/state`);
    await this.#checkJournal();
    if (this.#dice() < 0.1) await this.#visit();
  }

  /** A session that comes and goes, with a port of its own. */
  async #visit() {
    const name = `${this.#name}-guest`;
    const made = await this.#ask('POST', '/__restage/sessions', { name, port: true });
    if (made.status !== 201) return void this.wrong.push(`${name} was not made: ${made.status} ${made.body}`);
    const guest = new Client(JSON.parse(made.body).url);
    await guest.ask('GET', '/v1/modules/acme/network/aws/1.0.0/archive');
    guest.close();
    const gone = await this.#ask('DELETE', `/__restage/sessions/${name}`);
    if (gone.status !== 204) this.wrong.push(`${name} did not go: ${gone.status}`);
  }

  async #reset() {
    const { status } = await this.#ask('POST', `/__restage/sessions/${this.#name}/reset`, {});
    if (status !== 200) return void this.wrong.push(`${this.#name} was not reset: ${status}`);
    this.#begin();
  }

  /** As many requests are in the journal as were sent, each once and in order. */
  async #checkJournal() {
    const own = `/__restage/sessions/${this.#name}`;
    const { sent } = this.#client;
    const journal = JSON.parse((await this.#ask('GET', `${own}/journal`)).body || '{}');
    const { requests } = JSON.parse((await this.#ask('GET', `${own}/report`)).body || '{}');
    const sums = ['byOperation', 'byStatus', 'bySource'].map((by) =>
      Object.values(requests?.[by] ?? {}).reduce((sum, count) => sum + count, 0),
    );
    const said = [journal.next, requests?.total, ...sums];
    if (said.some((count) => count !== sent)) {
      this.wrong.push(
        `${this.#name}: ${sent} were sent, but the journal and the report say ${said.join(', ')}`,
      );
    }
    const gap = journal.entries?.findIndex(
      (/** @type {{ seq: number }} */ { seq }, /** @type {number} */ at) =>
        seq !== journal.entries[0].seq + at,
    );
    if (gap !== -1) this.wrong.push(`${this.#name}: the journal has a gap`);
  }

  /** Looks at all that was changed. */
  async checkAll() {
    for (let token = 0; token < tokens; token++) await this.#checkToken(token);
  }

  /** Looks at all that was changed, and that all that was asked was counted. */
  async checkEnd() {
    await this.checkAll();
    await this.#checkJournal();
  }

  /** Goes on with another server that has the same state. @param {string} url */
  moveTo(url) {
    this.#client.close();
    this.#client = new Client(`${url}/~${this.#name}`);
  }

  close() {
    this.#client.close();
  }
}
