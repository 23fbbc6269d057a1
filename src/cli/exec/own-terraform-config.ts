import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OwnConfig } from './terraform-config.js';

/**
 * What terraform would read as its CLI configuration: the file that `TF_CLI_CONFIG_FILE` names and no other, else the
 * one in the home directory and then those of its `.terraform.d`, where `terraform login` keeps credentials.
 */
export function ownTerraformConfig(env: NodeJS.ProcessEnv): OwnConfig[] {
  const named = env['TF_CLI_CONFIG_FILE'] ?? env['TERRAFORM_CONFIG'] ?? '';
  if (named !== '') return read(named);
  const home = env['HOME'] ?? homedir();
  const [main, directory] =
    process.platform === 'win32'
      ? [join(env['APPDATA'] ?? home, 'terraform.rc'), join(env['APPDATA'] ?? home, 'terraform.d')]
      : [join(home, '.terraformrc'), join(home, '.terraform.d')];
  const more = list(directory).filter((name) => /\.tfrc(\.json)?$/.test(name));
  return [main, ...more.map((name) => join(directory, name))].flatMap(read);
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function read(file: string): OwnConfig[] {
  try {
    return [{ file, text: readFileSync(file, 'utf8') }];
  } catch {
    return [];
  }
}
