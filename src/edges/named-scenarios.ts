import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../exchange/json.js';
import { readYaml } from './yaml-data.js';

/** The directory of the scenarios that come with the package; beside `src/` and `dist/` alike. */
const bundled = fileURLToPath(new URL('../../scenarios/', import.meta.url));

/** Scenario files of a directory and what they are called, in the order of their names. */
export async function scenarioFilesIn(directory = bundled): Promise<{ name: string; file: string }[]> {
  const entries = (await readdir(directory)).filter((entry) => /\.ya?ml$/.test(entry)).sort();
  return entries.map((entry) => ({ name: basename(entry, extname(entry)), file: join(directory, entry) }));
}

/** The scenarios that can be named, each with its sentence of what it tells. */
export async function listScenarios(): Promise<{ name: string; about: string; file: string }[]> {
  return Promise.all(
    (await scenarioFilesIn()).map(async ({ name, file }) => {
      const { data } = await readYaml(await readFile(file, 'utf8'), file);
      const about = isJsonObject(data) && typeof data['about'] === 'string' ? data['about'] : '';
      return { name, about, file };
    }),
  );
}
