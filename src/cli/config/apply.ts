import type { Command } from 'commander';
import { readConfig } from './read.js';

/** Lays the config under the flags of a command: what was given on the command line stays. */
export async function applyConfig(command: Command): Promise<void> {
  if (!command.options.some((option) => option.long === '--config')) return;
  const config = await readConfig(command.getOptionValue('config') as string | undefined);
  for (const option of command.options) {
    const value = config[option.long?.slice(2) as keyof typeof config];
    const name = option.attributeName();
    if (value === undefined || command.getOptionValueSource(name) === 'cli') continue;
    command.setOptionValueWithSource(name, value === false ? undefined : value, 'config');
  }
  if (config.redact) command.setOptionValueWithSource('redact', config.redact, 'config');
}
