import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

/** How a command ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A restage server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it with a signal and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** An empty directory that goes when the test is over. */
export function emptyDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'restage-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs the built command to its end. */
export async function runCommand(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const child = launch(args, options);
  return child.ended;
}

/** Starts a server with the built command on a free port and waits for its ready line. */
export async function startServer(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  const child = launch([...args, '--port', '0'], { cwd: emptyDirectory(), ...options });
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    child.process.kill(signal);
    return child.ended;
  };
  onTestFinished(async () => {
    await stop('SIGKILL');
  });
  const url = await Promise.race([
    child.ready,
    child.ended.then(({ stderr, status }) => {
      throw new Error(`restage ended with ${status} before it was ready:\n${stderr}`);
    }),
  ]);
  return { url, pid: child.process.pid ?? 0, stop };
}

function launch(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const ready = new Promise<string>((found) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /^restage ready: (\S+)/m.exec(stdout)?.[1];
      if (url !== undefined) found(url);
    });
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((done) => child.on('close', (status) => done({ status, stdout, stderr })));
  return { process: child, ready, ended };
}
