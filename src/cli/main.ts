#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { RestageError } from '../exchange/restage-error.js';
import { checkCommand } from './check.js';
import { scenariosCommand } from './scenarios.js';
import { schemaCommand } from './schema.js';
import { serveCommand } from './serve.js';
import { explainUsage } from './usage.js';
import { version } from '../edges/version.js';

const program = new Command('restage')
  .description("A local stand-in for a platform's run-task API and a module registry.")
  .version(version())
  .exitOverride()
  .configureOutput({ writeErr: () => undefined });
serveCommand(program);
checkCommand(program);
scenariosCommand(program);
schemaCommand(program);
for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });

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
