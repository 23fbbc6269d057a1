import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Measure
 * @property {number} held bytes in use after garbage collection
 * @property {number} rss bytes of memory that the process has
 * @property {string[]} handles kinds of the sockets, watchers and the like that are open, by Node
 * @property {number} files file descriptors that are open, by the system
 */

/** The built command in a process of its own, whose memory and handles can be looked at. */
export class Server {
  #directory;
  #child;
  #tell;
  url = '';
  /** What it said on stderr. */
  said = '';

  /** @param {string} directory where its state goes */
  constructor(directory) {
    this.#directory = directory;
    this.#tell = join(directory, 'tell.json');
    const here = import.meta.dirname;
    const preload = pathToFileURL(join(here, 'tell.mjs')).href;
    const main = join(here, '../../dist/cli/main.js');
    const options = ['--port', '0', '--state', this.state, '--log', 'silent'];
    const scenario = ['--scenario', join(here, 'scenario.yaml')];
    this.#child = spawn(
      process.execPath,
      ['--expose-gc', '--import', preload, main, 'serve', ...scenario, ...options],
      {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, RESTAGE_SOAK_TELL: this.#tell },
      },
    );
    this.#child.stderr.on('data', (chunk) => (this.said += String(chunk)));
    this.ended = new Promise((resolve) => this.#child.on('close', resolve));
  }

  get state() {
    return join(this.#directory, 'state');
  }

  /** Waits until it listens. */
  async ready() {
    let text = '';
    for await (const chunk of this.#child.stdout) {
      text += String(chunk);
      const [, url] = /^restage ready: (\S+)/m.exec(text) ?? [];
      if (url) return void (this.url = url);
    }
    throw new Error(`the server ended before it was ready:\n${this.said}`);
  }

  /** @returns {Promise<Measure>} */
  async measure() {
    rmSync(this.#tell, { force: true });
    this.#child.kill('SIGUSR2');
    while (!existsSync(this.#tell)) await sleep(5);
    const told = JSON.parse(readFileSync(this.#tell, 'utf8'));
    const files = existsSync('/proc/self/fd') ? readdirSync(`/proc/${this.#child.pid}/fd`).length : 0;
    return { ...told, files };
  }

  /** What lies in the state directory. */
  lying() {
    const names = readdirSync(this.state).filter((name) => !name.startsWith('lock.'));
    const bytes = names.reduce((sum, name) => sum + statSync(join(this.state, name)).size, 0);
    return { names, bytes };
  }

  /** @param {NodeJS.Signals} signal */
  async stop(signal) {
    this.#child.kill(signal);
    return this.ended;
  }
}
