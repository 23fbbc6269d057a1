import { CommanderError } from 'commander';
import { RestageError } from '../exchange/restage-error.js';
import { createProgram } from './program.js';
import { explainUsage } from './usage.js';

/**
 * Runs a command line to its end; what goes wrong is said on stderr in a person's words.
 * @param words what stands after `restage`
 * @returns what the exit status shall be: 0 fine (or what the command left in `process.exitCode`), 1 could not start,
 * 2 wrong usage
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      return tell(explainUsage(error, program, words), 2);
    }
    const isUsage = error instanceof RestageError && usageCodes.includes(error.code);
    return tell((error as Error).message, isUsage ? 2 : 1);
  }
}

const usageCodes: readonly RestageError['code'][] = ['bad-option', 'scenario-unknown'];

function tell(message: string, status: number): number {
  process.stderr.write(`restage: ${message}\n`);
  return status;
}
