import type { Command } from 'commander';
import {
  addFixtureOptions,
  addRecordOptions,
  addServerOptions,
  addUpstreamOptions,
  type ServerFlags,
  startOptions,
} from './options.js';
import { runServer } from './run-server.js';

/** `restage record`: proxy a real backend and keep what it answers. */
export function recordCommand(program: Command): void {
  const command = program.command('record').description('proxy a real backend and keep what it answers');
  addUpstreamOptions(command);
  addFixtureOptions(command);
  addRecordOptions(command);
  addServerOptions(command, { port: 4010 })
    .addHelpText(
      'after',
      `
Examples:
  restage record --platform https://app.example.com --registry https://registry.example.com
  restage record --registry https://registry.example.com --fixtures ./fixtures/modules
  restage record --platform https://app.example.com/api/v2 --keep new`,
    )
    .action((flags: ServerFlags) => runServer({ mode: 'record', ...startOptions(flags) }, flags));
}
