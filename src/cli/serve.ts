import type { Command } from 'commander';
import { addServerOptions, type ServerFlags, startOptions } from './options.js';
import { runServer } from './run-server.js';

/** `restage serve`: answer from the emulated backend, under a scenario. */
export function serveCommand(program: Command): void {
  addServerOptions(program.command('serve'))
    .description('answer from the emulated backend, under a scenario')
    .addHelpText(
      'after',
      `
Examples:
  restage serve
  restage serve --scenario awaiting-override --port 0
  restage serve --scenario ./stories/outage.yaml --memory`,
    )
    .action((flags: ServerFlags) => runServer({ mode: 'serve', ...startOptions(flags) }, flags.readyFile));
}
