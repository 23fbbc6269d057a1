import type { Command } from 'commander';
import { readConfig } from './read.js';

/** Where servers that stay are found; one that comes and goes beside them must not take their place. */
const ofThoseThatStay: readonly string[] = ['port', 'state', 'ready-file'];

/** Lays the config under the flags of a command: what was given on the command line stays. */
export async function applyConfig(command: Command): Promise<void> {
  if (!command.options.some((option) => option.long === '--config')) return;
  const config = await readConfig(command.getOptionValue('config') as string | undefined);
  for (const option of command.options) {
    const key = option.long?.slice(2) ?? '';
    if (command.name() === 'exec' && ofThoseThatStay.includes(key)) continue;
    const value = config[key as keyof typeof config];
    const name = option.attributeName();
    if (value === undefined || command.getOptionValueSource(name) === 'cli') continue;
    command.setOptionValueWithSource(name, value === false ? undefined : value, 'config');
  }
  if (config.redact) command.setOptionValueWithSource('redact', config.redact, 'config');
}
