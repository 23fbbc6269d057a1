import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { RestageError } from '../../exchange/restage-error.js';
import { formatProblem, inOrder, type Problem } from '../../exchange/problem.js';
import { problemsOf } from '../../scenario/problem.js';
import type { ConfigFile } from './schema.js';

/** What is read when nothing is named. */
export const defaultConfig = 'restage.yaml';

/** A config, or everything that is wrong with it. */
export type ReadConfig =
  | { readonly ok: true; readonly config: ConfigFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads the config that was named, else `restage.yaml` where there is one, else nothing.
 * @throws RestageError `config-invalid`; `bad-option` when the one that was named is not there
 */
export async function readConfig(named: string | undefined): Promise<ConfigFile> {
  const file = named ?? defaultConfig;
  let written: string;
  try {
    written = await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT') return {};
    if (code === 'ENOENT')
      throw new RestageError(
        'bad-option',
        `--config: there is no file ${file}; name one that is there, or leave --config out`,
      );
    throw new RestageError('config-invalid', `the config ${file} cannot be read: ${message}`);
  }
  const read = await parseConfig(written, file);
  if (read.ok) return read.config;
  throw new RestageError(
    'config-invalid',
    `the config ${file} cannot be used:`,
    read.problems.map(formatProblem),
  );
}

/** Reads a config from the text of a file; relative paths in it count from the directory of that file. */
export async function parseConfig(written: string, file: string): Promise<ReadConfig> {
  const [{ readYaml }, { check }, { configFile }] = await Promise.all([
    import('../../edges/yaml-data.js'),
    import('../../scenario/issues.js'),
    import('./schema.js'),
  ]);
  const { data, problems, locate } = await readYaml(written, file);
  if (data === undefined && problems.length > 0) return { ok: false, problems };
  const checked = check(configFile, data ?? {});
  const found = 'findings' in checked ? problemsOf(checked.findings, file, locate) : [];
  if ('value' in checked && problems.length === 0) {
    return { ok: true, config: fromItsPlace(checked.value, dirname(resolve(file))) };
  }
  return { ok: false, problems: inOrder([...problems, ...found]) };
}

function fromItsPlace(config: ConfigFile, directory: string): ConfigFile {
  if (directory === process.cwd()) return config;
  const placed: Record<string, string> = {};
  for (const key of ['fixtures', 'state', 'ready-file'] as const) {
    const path = config[key];
    if (path !== undefined) placed[key] = resolve(directory, path);
  }
  const { scenario } = config;
  if (scenario !== undefined && (/[/\\]/.test(scenario) || extname(scenario) !== '')) {
    placed['scenario'] = resolve(directory, scenario);
  }
  return { ...config, ...placed };
}
