import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A process of its own that works with a store. */
export interface StoreProcess {
  readonly pid: number;
  /** What it says, line by line. */
  readonly lines: AsyncIterableIterator<string>;
  /** The next line. */
  next(): Promise<string>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Lets it go on where it waits for `told()`. */
  tell(): void;
  /** Resolves when it has ended. */
  ended(): Promise<void>;
}

/**
 * Runs a script with `open(directory)`, `say(line)` and `told()` at hand, under another command when one is given.
 * It works with the built files, as a user would.
 */
export function storeProcess(directory: string, script: string, under: readonly string[] = []): StoreProcess {
  const built = new URL('../../../dist/edges/state-files.js', import.meta.url).href;
  const text = `
    import { writeSync } from 'node:fs';
    import { once } from 'node:events';
    import { openStateFiles as open } from ${JSON.stringify(built)};
    const directory = ${JSON.stringify(directory)};
    const say = (line) => writeSync(1, line + '\\n');
    const told = () => once(process.stdin, 'data');
    ${script}
    process.stdin.destroy();`;
  const [command = '', ...args] = [...under, process.execPath, '--input-type=module', '-e', text];
  const child: ChildProcess = spawn(command, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    lines,
    next: async () => String((await lines.next()).value),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    tell: () => void child.stdin?.write('go\n'),
    async ended() {
      await exit;
    },
  };
}
