#!/usr/bin/env node
import { CommanderError } from 'commander';
import { RestageError } from '../exchange/restage-error.js';
import { createProgram } from './program.js';
import { explainUsage } from './usage.js';

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = tell(error);
}

/** Says what went wrong in a person's words; the exit status: 1 could not start, 2 wrong usage. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    process.stderr.write(`restage: ${explainUsage(error, program)}\n`);
    return 2;
  }
  if (error instanceof RestageError) {
    process.stderr.write(`restage: ${error.message}\n`);
    return error.code === 'bad-option' || error.code === 'scenario-unknown' ? 2 : 1;
  }
  process.stderr.write(`restage: ${(error as Error).message}\n`);
  return 1;
}
