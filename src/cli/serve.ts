import type { Command } from 'commander';
import { addScenarioOptions, addServerOptions, type ServerFlags, startOptions } from './options.js';
import { runServer } from './run-server.js';

/** `restage serve`: answer from the emulated backend, under a scenario. */
export function serveCommand(program: Command): void {
  const command = program.command('serve').description('answer from the emulated backend, under a scenario');
  addScenarioOptions(command, 'story to play (default: "default")');
  addServerOptions(command, { port: 4010 })
    .addHelpText(
      'after',
      `
Examples:
  restage serve
  restage serve --scenario awaiting-override --port 0
  restage serve --scenario ./stories/outage.yaml --memory --log pretty`,
    )
    .action((flags: ServerFlags) => runServer({ mode: 'serve', ...startOptions(flags) }, flags));
}
