import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { scanFile } from '../../edges/scan-file.js';
import { loadScenario } from '../../edges/scenario-files.js';
import { readYaml } from '../../edges/yaml-data.js';
import { isJsonObject } from '../../exchange/json.js';
import { formatProblem } from '../../scenario/problem.js';
import { defaultConfig, parseConfig } from '../config/read.js';
import { checkFixture, isFixture } from './check-fixture.js';
import type { FileToCheck } from './files-to-check.js';

/** Every problem of a file, one a line: what is wrong with it as what it is, and what in it looks like a secret. */
export async function checkFile(checked: FileToCheck): Promise<string[]> {
  return [...(await problemsIn(checked)), ...(await secretsIn(checked.file))];
}

/** A file that was only found, and is nothing of ours, has no problems. */
async function problemsIn({ file, found }: FileToCheck): Promise<string[]> {
  if (basename(file) === defaultConfig) {
    const read = await parseConfig(await readFile(file, 'utf8'), file);
    return read.ok ? [] : read.problems.map(formatProblem);
  }
  if (extname(file) === '.json') {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (isFixture(text, file)) return checkFixture(text, file).map(formatProblem);
  }
  if (found && !(await isScenario(file))) return [];
  const loaded = await loadScenario(file, { cwd: process.cwd() });
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
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
