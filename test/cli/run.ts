import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.js';

/** How a command line ended. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with what it prints caught. */
export async function run(...words: string[]): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const out = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => ((stdout += String(text)), true));
  const err = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => ((stderr += String(text)), true));
  const before = process.exitCode;
  try {
    process.exitCode = undefined;
    const status = await runCommandLine(words);
    return { status: status || Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    process.exitCode = before;
    out.mockRestore();
    err.mockRestore();
  }
}

/** Makes a directory the working directory until the test is over. */
export function workIn(directory: string): void {
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
}
