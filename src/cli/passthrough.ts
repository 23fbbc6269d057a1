import type { Command } from 'commander';
import {
  addScenarioOptions,
  addServerOptions,
  addUpstreamOptions,
  type ServerFlags,
  startOptions,
} from './options.js';
import { runServer } from './run-server.js';

/** `restage passthrough`: proxy and keep nothing. */
export function passthroughCommand(program: Command): void {
  const command = program.command('passthrough').description('proxy a real backend and keep nothing');
  addUpstreamOptions(command);
  addScenarioOptions(command, 'story to lay over the real answers (default: none)');
  addServerOptions(command, { port: 4010 })
    .addHelpText(
      'after',
      `
Examples:
  restage passthrough --platform https://app.example.com
  restage passthrough --registry https://registry.example.com --scenario ./stories/resets.yaml`,
    )
    .action((flags: ServerFlags) => runServer({ mode: 'passthrough', ...startOptions(flags) }, flags));
}
