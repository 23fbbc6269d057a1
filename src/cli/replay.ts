import type { Command } from 'commander';
import {
  addFixtureOptions,
  addReplayOptions,
  addScenarioOptions,
  addServerOptions,
  type ServerFlags,
  startOptions,
} from './options.js';
import { runServer } from './run-server.js';

/** `restage replay`: answer from recorded fixtures only, offline. */
export function replayCommand(program: Command): void {
  const command = program.command('replay').description('answer from recorded fixtures only, offline');
  addFixtureOptions(command);
  addReplayOptions(command);
  addScenarioOptions(command, 'story to lay over the recordings (default: none)');
  addServerOptions(command, { port: 4010 })
    .addHelpText(
      'after',
      `
Examples:
  restage replay
  restage replay --fixtures ./fixtures/modules --end refuse
  restage replay --derive --explain
  restage replay --scenario ./stories/slow-downloads.yaml`,
    )
    .action((flags: ServerFlags) => runServer({ mode: 'replay', ...startOptions(flags) }, flags));
}
