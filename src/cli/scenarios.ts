import type { Command } from 'commander';
import { listScenarios } from '../edges/scenario-files.js';

/** `restage scenarios`: what can be named with --scenario. */
export function scenariosCommand(program: Command): void {
  program
    .command('scenarios')
    .description('list the scenarios that can be named')
    .action(async () => {
      const known = await listScenarios();
      const width = Math.max(...known.map(({ name }) => name.length));
      for (const { name, about } of known) process.stdout.write(`${name.padEnd(width)}  ${about}\n`);
    });
}
