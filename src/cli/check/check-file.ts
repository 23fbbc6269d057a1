import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { loadScenario } from '../../edges/scenario-files.js';
import { readYaml } from '../../edges/yaml-data.js';
import { isJsonObject } from '../../exchange/json.js';
import { formatProblem } from '../../scenario/problem.js';
import { defaultConfig, parseConfig } from '../config/read.js';
import type { FileToCheck } from './files-to-check.js';

/** Every problem of a file, one a line. A file that was only found, and is nothing of ours, has none. */
export async function checkFile({ file, found }: FileToCheck): Promise<string[]> {
  if (basename(file) === defaultConfig) {
    const read = await parseConfig(await readFile(file, 'utf8'), file);
    return read.ok ? [] : read.problems.map(formatProblem);
  }
  if (found && !(await isScenario(file))) return [];
  const loaded = await loadScenario(file, { cwd: process.cwd() });
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
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
  const { data, problems } = await readYaml(await readFile(file, 'utf8'), file);
  if (data === undefined && problems.length > 0) return true;
  return isJsonObject(data) && telling.some((key) => key in data);
}
