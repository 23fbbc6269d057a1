import { dirname } from 'node:path';
import type { JsonObject } from '../exchange/json.js';
import type { ModuleContent, ModulePart } from '../session/module-content.js';
import { type ModuleBlocks, readBlocks } from './hcl-module.js';
import { HclError, parseHcl } from './hcl-parser.js';
import { listModuleFiles, type ModuleFile } from './module-files.js';
import { ModuleProblem } from './module-problem.js';

/** The largest Terraform file that is read, in bytes: its parser takes seconds for more. */
const largestFile = 1024 * 1024;

/**
 * Reads what registries show of a module: the `.tf` files and the readme of its directory, and of every directory
 * right below `modules/` that has `.tf` files. An empty `dir` is the built-in minimal module. Files in Terraform's
 * JSON syntax are not read.
 *
 * @throws {@link ModuleProblem} when the directory is missing, unreadable or too large, or a file is not HCL
 */
export async function readModuleContent(dir: string): Promise<ModuleContent> {
  const files = await listModuleFiles(dir);
  const below = files.map((file) => /^(modules\/[^/]+)\/[^/]+\.tf$/.exec(file.path)?.[1]);
  const paths = [...new Set(below.filter((path) => path !== undefined))].sort();
  const root = await readPart('', files);
  const submodules: ModulePart[] = [];
  for (const path of paths) submodules.push(await readPart(path, files));
  return { root, submodules };
}

async function readPart(path: string, files: readonly ModuleFile[]): Promise<ModulePart> {
  const place = path === '' ? '' : `${path}/`;
  const own = files
    .filter((file) => file.path.startsWith(place))
    .map((file) => ({ file, name: file.path.slice(place.length) }))
    .filter(({ name }) => !name.includes('/'));
  const readme = own.find(({ name }) => name.toLowerCase() === 'readme.md');
  const terraform = own.filter(({ name }) => name.endsWith('.tf') && !name.startsWith('.'));
  const overrides = terraform.filter(({ name }) => isOverride(name));
  const parsed: JsonObject[] = [];
  for (const { file } of [...terraform.filter(({ name }) => !isOverride(name)), ...overrides]) {
    parsed.push(await parseFile(file));
  }
  return { path, readme: readme ? await readText(readme.file) : '', ...blocksOf(parsed, terraform[0]?.file) };
}

function blocksOf(parsed: readonly JsonObject[], first: ModuleFile | undefined): ModuleBlocks {
  try {
    return readBlocks(parsed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const where = dirname(first?.file ?? '');
    throw new ModuleProblem('broken-hcl', where, 'a default value is nested too deeply to be shown');
  }
}

/** Terraform lays these files over the others. */
function isOverride(name: string): boolean {
  return name === 'override.tf' || name.endsWith('_override.tf');
}

async function parseFile(file: ModuleFile): Promise<JsonObject> {
  if (file.size > largestFile) {
    throw new ModuleProblem('too-large', file.file, `a Terraform file may have at most ${largestFile} bytes`);
  }
  const text = await readText(file);
  return parseHcl(text).catch((error: unknown) => {
    if (!(error instanceof HclError)) throw error;
    throw new ModuleProblem('broken-hcl', file.file, `${error.message} Expected Terraform's HCL.`, error.at);
  });
}

async function readText(file: ModuleFile): Promise<string> {
  return new TextDecoder().decode(await file.read());
}
