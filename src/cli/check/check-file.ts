import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { scanFile } from '../../edges/scan-file.js';
import { loadScenario } from '../../edges/scenario-files.js';
import { readYaml } from '../../edges/yaml-data.js';
import { isJsonObject, type Json } from '../../exchange/json.js';
import { type RedactionRules, readRules } from '../../fixtures/rules.js';
import { formatProblem } from '../../exchange/problem.js';
import { type Finding, problemsOf } from '../../scenario/problem.js';
import { defaultConfig, parseConfig } from '../config/read.js';
import { checkFixture, isFixture } from './check-fixture.js';
import type { FileToCheck } from './files-to-check.js';

/**
 * Every problem of a file, one a line: what is wrong with it as what it is, and what in it looks like a secret.
 * @param rules what must not stand in fixtures, beside what never must
 */
export async function checkFile(checked: FileToCheck, rules: RedactionRules): Promise<string[]> {
  return [...(await problemsIn(checked, rules)), ...(await secretsIn(checked.file))];
}

/** The rules in the config where commands run that name none; none where it is missing or cannot be used. */
export async function usualRules(): Promise<RedactionRules> {
  const written = await readFile(defaultConfig, 'utf8').catch(() => '');
  const read = await parseConfig(written, defaultConfig);
  return readRules(read.ok ? (read.config.redact as Json | undefined) : undefined).rules;
}

/** A file that was only found, and is nothing of ours, has no problems. */
async function problemsIn({ file, found }: FileToCheck, rules: RedactionRules): Promise<string[]> {
  if (basename(file) === defaultConfig) return problemsInConfig(file);
  if (extname(file) === '.json') {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (isFixture(text, file)) return checkFixture(text, file, rules).map(formatProblem);
  }
  if (found && !(await isScenario(file))) return [];
  const loaded = await loadScenario(file, { cwd: process.cwd() });
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
}

/** A config, and the rules in it, which are read only when something is recorded or replayed. */
async function problemsInConfig(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const read = await parseConfig(text, file);
  if (!read.ok) return read.problems.map(formatProblem);
  const { locate } = await readYaml(text, file);
  const findings = readRules(read.config.redact as Json | undefined).problems.map(
    ({ path, ...problem }): Finding => ({
      ...problem,
      path: ['redact', ...path],
      at: 'value',
    }),
  );
  return problemsOf(findings, file, locate).map(formatProblem);
}

async function secretsIn(file: string): Promise<string[]> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) return [];
  return (await scanFile(file)).map(({ rule, line, column, path }) =>
    formatProblem({
      file,
      line,
      column,
      path,
      found: `what looks like a secret (${rule})`,
      expected: 'none; remove it, and revoke it if it is real',
    }),
  );
}

const telling = [
  'scenario',
  'about',
  'clock',
  'frozen',
  'platform',
  'registry',
  'limits',
  'steps',
  'otherwise',
];

/** Whether a file wants to be a scenario: it says something that only scenarios say, or cannot be read at all. */
async function isScenario(file: string): Promise<boolean> {
  if (!/\.(ya?ml|json)$/.test(file)) return false;
  const { data, problems } = await readYaml(await readFile(file, 'utf8'), file);
  if (data === undefined && problems.length > 0) return true;
  return isJsonObject(data) && telling.some((key) => key in data);
}
