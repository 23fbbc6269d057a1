import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { oneOf } from '../scenario/nearest.js';
import { inOrder, type Problem } from '../exchange/problem.js';
import { problemsOf } from '../scenario/problem.js';
import type { Scenario } from '../scenario/scenario.js';
import { letGo } from './let-go.js';
import { judgeSources, withSources } from './module-sources.js';
import { scenarioFilesIn } from './named-scenarios.js';
import { readYaml, type YamlData } from './yaml-data.js';

export { listScenarios } from './named-scenarios.js';

/** A scenario, or everything that keeps it from being played. */
export type LoadedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | {
      readonly ok: false;
      /** `unknown`: there is no such scenario; `invalid`: there is one, with problems. */
      readonly why: 'unknown' | 'invalid';
      readonly problems: readonly Problem[];
    };

export interface LoadOptions {
  /** Directory from which relative paths count. */
  readonly cwd: string;
  /** Stands over the scenario's own seed. */
  readonly seed?: number;
}

/** Characters from which reading a scenario leaves much behind. */
const large = 1024 * 1024;

const endings = ['.yaml', '.yml', '.json'];

/**
 * Loads a scenario by the name of one that comes with the package, or from a file: what has a slash or a known ending,
 * or is no such name and is there.
 */
export async function loadScenario(nameOrFile: string, options: LoadOptions): Promise<LoadedScenario> {
  if (isFile(nameOrFile)) return loadScenarioFile(nameOrFile, options);
  const named = await loadNamedScenario(nameOrFile, options);
  if (named.ok || named.why === 'invalid') return named;
  const there = await stat(resolve(options.cwd, nameOrFile)).catch(() => undefined);
  return there?.isFile() ? loadScenarioFile(nameOrFile, options) : named;
}

/** The file, as an absolute path, from which {@link loadScenario} reads what it is asked for. */
export async function scenarioFileOf(nameOrFile: string, cwd: string): Promise<string> {
  const found = isFile(nameOrFile)
    ? undefined
    : (await scenarioFilesIn()).find((scenario) => scenario.name === nameOrFile);
  return found?.file ?? resolve(cwd, nameOrFile);
}

function isFile(nameOrFile: string): boolean {
  return /[/\\]/.test(nameOrFile) || endings.includes(extname(nameOrFile));
}

/**
 * Loads a scenario that comes with the package; reads no other file, whatever the name.
 * @param instead what else could have been asked for
 */
export async function loadNamedScenario(
  name: string,
  options: LoadOptions,
  instead = `a file such as ./${name}.yaml`,
): Promise<LoadedScenario> {
  const known = await scenarioFilesIn();
  const found = known.find((scenario) => scenario.name === name);
  if (found) return loadScenarioFile(found.file, options);
  const names = known.map((scenario) => scenario.name);
  return unknown(name, 'no scenario of that name', `${oneOf(names, name)}, or ${instead}`);
}

/** Loads a scenario from a file. */
export async function loadScenarioFile(file: string, options: LoadOptions): Promise<LoadedScenario> {
  let text: string;
  try {
    text = await readFile(resolve(options.cwd, file), 'utf8');
  } catch (error) {
    const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return unknown(file, 'no such file', 'a scenario file');
    if (code === 'EISDIR') return unknown(file, 'a directory', 'a scenario file');
    return unknown(file, `a file that cannot be read (${code})`, 'a scenario file');
  }
  return parseScenario(text, file, options);
}

/** Reads a scenario from the text of a file; sources of its modules count from the directory of that file. */
export async function parseScenario(
  text: string,
  file: string,
  options: LoadOptions,
): Promise<LoadedScenario> {
  const parsed = await readYaml(text, file);
  const loaded = await readParsed(parsed, file, dirname(resolve(options.cwd, file)), options.seed);
  if (text.length > large) setImmediate(letGo);
  return loaded;
}

/**
 * Reads a scenario from a value such as JSON holds; sources of its modules count from `cwd`.
 * @param called what problems call it, as there is no file
 */
export function loadInline(
  value: unknown,
  options: LoadOptions,
  called = 'scenario',
): Promise<LoadedScenario> {
  return readParsed({ data: value, problems: [], locate: undefined }, called, options.cwd, options.seed);
}

type Parsed = Omit<YamlData, 'locate'> & { readonly locate: YamlData['locate'] | undefined };

async function readParsed(
  { data, problems, locate }: Parsed,
  file: string,
  directory: string,
  seed: number | undefined,
): Promise<LoadedScenario> {
  if (data === undefined && problems.length > 0) return { ok: false, why: 'invalid', problems };
  const { readScenario } = await import('../scenario/read-scenario.js');
  const read = readScenario(data, seed);
  const findings = [...(read.ok ? [] : read.findings), ...(await judgeSources(data, directory))];
  // What is no plain data has been told of; what its schema then misses there is the same mistake.
  const said = new Set(problems.map(placeOf));
  const all = [
    ...problems,
    ...problemsOf(findings, file, locate).filter((problem) => !said.has(placeOf(problem))),
  ];
  if (read.ok && all.length === 0) return { ok: true, scenario: withSources(read.value, directory) };
  return { ok: false, why: 'invalid', problems: inOrder(all) };
}

function placeOf({ line, column }: Problem): string {
  return `${line}:${column}`;
}

function unknown(file: string, found: string, expected: string): LoadedScenario {
  const problem = { file, line: undefined, column: undefined, path: '', found, expected };
  return { ok: false, why: 'unknown', problems: [problem] };
}
