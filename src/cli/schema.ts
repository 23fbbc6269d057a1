import type { Command } from 'commander';

/** `restage schema`: the JSON Schema of a scenario file, for editors. */
export function schemaCommand(program: Command): void {
  program
    .command('schema')
    .description('print the JSON Schema of a scenario file')
    .action(async () => {
      const { scenarioJsonSchema } = await import('../scenario/schema/json-schema.js');
      process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
    });
}
