import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Somebody who reads a page and does what it says, in an empty project that has restage and Vitest installed. */
export interface Reader {
  readonly directory: string;
  write(file: string, text: string): void;
  /** Runs commands to their end; what they printed to stdout. curl fails on error answers unless `lenient`. */
  run(commands: string, lenient?: boolean): Promise<string>;
  /** Starts a command that serves, and waits until it says that it is ready. */
  serve(command: string): Promise<void>;
  /** Stops what was started, and removes the project. */
  leave(): Promise<void>;
}

/** The ports that pages use are taken for free ones, so that pages can be tried side by side. */
const written = [4010, 4011, 4012, 4013, 4014, 4101, 4102, 4103, 4104];

/** Makes an empty project for a page. */
export async function openProject(): Promise<Reader> {
  const directory = mkdtempSync(join(tmpdir(), 'restage-page-'));
  const bin = join(directory, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(root, join(directory, 'node_modules/restage'));
  symlinkSync(join(root, 'dist/cli/main.js'), join(bin, 'restage'));
  for (const name of ['vitest', 'typescript', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  }
  symlinkSync(join(root, 'node_modules/vitest/vitest.mjs'), join(bin, 'vitest'));
  writeFileSync(join(directory, 'package.json'), '{ "name": "project", "type": "module" }\n');
  writeFileSync(join(bin, '.curlrc'), 'fail-with-body\nno-progress-meter\n');
  const ports = await Promise.all(written.map(freePort));
  const servers: ChildProcess[] = [];
  const ended: Promise<unknown>[] = [];

  const start = (commands: string, lenient: boolean): ChildProcess => {
    const meant = swap(commands.replace(/\bnpx (?=[a-z])/g, ''), written, ports);
    return spawn('bash', ['-euo', 'pipefail', '-c', meant], {
      cwd: directory,
      env: {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env['PATH']}`,
        CURL_HOME: lenient ? directory : bin,
        CI: '1',
        NO_COLOR: '1',
        VITEST: undefined,
        CHECKPOINT_DISABLE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  return {
    directory,
    write: (file, text) => {
      mkdirSync(resolve(directory, file, '..'), { recursive: true });
      writeFileSync(join(directory, file), swap(text, written, ports));
    },
    run: (commands, lenient = false) =>
      new Promise((done, fail) => {
        const child = start(commands, lenient);
        const { all, out } = heard(child);
        child.on('close', (status) => {
          if (status === 0) done(swap(out(), ports, written));
          else fail(new Error(`${commands}ended with ${status}:\n${all()}`));
        });
      }),
    serve: (command) =>
      new Promise((done, fail) => {
        const named = /--port\b/.test(command) ? command : `${command.trim()} --port ${written[0]}`;
        const child = start(`exec ${named}`, false);
        servers.push(child);
        ended.push(new Promise((closed) => child.on('close', closed)));
        const { all, out } = heard(child);
        child.stdout?.on('data', () => {
          if (out().includes('restage ready: ')) done();
        });
        child.on('close', (status) => fail(new Error(`${command}ended with ${status}:\n${all()}`)));
      }),
    leave: async () => {
      for (const child of servers) child.kill('SIGTERM');
      await Promise.all(ended);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function heard(child: ChildProcess): { readonly all: () => string; readonly out: () => string } {
  let all = '';
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    all += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => (all += chunk.toString()));
  return { all: () => all, out: () => out };
}

function swap(text: string, from: readonly number[], to: readonly number[]): string {
  return text.replace(/\b\d{4,5}\b/g, (found) => String(to[from.indexOf(Number(found))] ?? found));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
