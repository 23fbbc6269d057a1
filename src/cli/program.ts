import { Command } from 'commander';
import { version } from '../edges/version.js';
import { checkCommand } from './check.js';
import { completionCommand } from './completion.js';
import { applyConfig } from './config/apply.js';
import { execCommand } from './exec.js';
import { passthroughCommand } from './passthrough.js';
import { recordCommand } from './record.js';
import { replayCommand } from './replay.js';
import { scenariosCommand } from './scenarios.js';
import { schemaCommand } from './schema.js';
import { serveCommand } from './serve.js';

/** The command line: every command with its options. Nothing is printed for wrong usage; see `explainUsage`. */
export function createProgram(): Command {
  const program = new Command('restage')
    .description("A local stand-in for a platform's run-task API and a module registry.")
    .version(version())
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Examples:
  restage serve                              serve the bundled scenario at http://127.0.0.1:4010
  restage exec -- npm test                   run the tests against a server of their own
  restage serve --help                       options and examples of a command`,
    );
  serveCommand(program);
  recordCommand(program);
  replayCommand(program);
  passthroughCommand(program);
  execCommand(program);
  checkCommand(program);
  scenariosCommand(program);
  schemaCommand(program);
  completionCommand(program);
  program.hook('preAction', (_program, command) => applyConfig(command));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  return program;
}
