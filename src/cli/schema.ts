import { Argument, type Command } from 'commander';

/** `restage schema`: the JSON Schema of the files that people write, for editors. */
export function schemaCommand(program: Command): void {
  const kind = new Argument('[kind]', 'kind of file').choices(['scenario', 'config']).default('scenario');
  program
    .command('schema')
    .description('print the JSON Schema of a scenario file, or of restage.yaml')
    .addArgument(kind)
    .addHelpText(
      'after',
      `
Examples:
  restage schema > scenario.schema.json
  restage schema config > restage.schema.json

In a YAML file, editors find the schema by a comment:
  # yaml-language-server: $schema=./scenario.schema.json`,
    )
    .action(async (wanted: 'scenario' | 'config') => {
      const schema = await (wanted === 'scenario' ? scenarioSchema() : configSchema());
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}

async function scenarioSchema(): Promise<object> {
  return (await import('../scenario/schema/json-schema.js')).scenarioJsonSchema();
}

async function configSchema(): Promise<object> {
  return (await import('./config/json-schema.js')).configJsonSchema();
}
