import type { Command } from 'commander';

/** `restage scenarios`: what can be named with --scenario. */
export function scenariosCommand(program: Command): void {
  program
    .command('scenarios')
    .description('list the scenarios that can be named')
    .addHelpText(
      'after',
      `
Examples:
  restage scenarios
  restage serve --scenario awaiting-override`,
    )
    .action(async () => {
      const { listScenarios } = await import('../edges/scenario-files.js');
      const known = await listScenarios();
      const width = Math.max(...known.map(({ name }) => name.length));
      for (const { name, about } of known) process.stdout.write(`${name.padEnd(width)}  ${about}\n`);
    });
}
