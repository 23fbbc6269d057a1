import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { minimalModule } from './minimal-module.js';
import { fileProblem, ModuleProblem } from './module-problem.js';

/** One file of a module. */
export interface ModuleFile {
  /** Relative to the module's root, with `/`. */
  readonly path: string;
  /** Where it lies, for messages. */
  readonly file: string;
  readonly executable: boolean;
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** Bounds of a module: an archive is kept in memory, and a `source` that is a whole disk is a mistake. */
export const moduleLimits = { bytes: 64 * 1024 * 1024, files: 20_000 };

/**
 * The files of a module's directory, sorted by path; of the built-in minimal module when `dir` is empty. Left out are
 * `.git`, `.terraform`, Terraform's state, and what is no file (sockets, pipes). A symbolic link to a file inside
 * the directory is that file; links to directories, out of the directory or to nothing are left out.
 *
 * @throws {@link ModuleProblem} when the directory is missing, unreadable or too large
 */
export async function listModuleFiles(dir: string): Promise<readonly ModuleFile[]> {
  if (dir === '') return minimalModule;
  const root = await realpath(dir).catch((error: unknown) => {
    throw fileProblem(dir, error);
  });
  const files: ModuleFile[] = [];
  let bytes = 0;
  for await (const file of walk(root, root)) {
    bytes += file.size;
    if (bytes > moduleLimits.bytes || files.length === moduleLimits.files) throw tooLarge(dir);
    files.push(file);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function* walk(root: string, dir: string): AsyncGenerator<ModuleFile> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    throw fileProblem(dir, error);
  });
  for (const entry of entries) {
    const place = join(dir, entry.name);
    if (isLeftOut(entry.name)) continue;
    if (entry.isDirectory()) yield* walk(root, place);
    else {
      const file = await fileAt(root, place, entry);
      if (file) yield file;
    }
  }
}

async function fileAt(root: string, place: string, entry: Dirent): Promise<ModuleFile | undefined> {
  const target = entry.isSymbolicLink() ? await targetInside(root, place) : place;
  if (target === undefined) return undefined;
  const stats = await stat(target).catch((error: unknown) => {
    throw fileProblem(target, error);
  });
  if (!stats.isFile()) return undefined;
  return {
    path: pathInside(root, place),
    file: place,
    executable: (stats.mode & 0o100) !== 0,
    size: stats.size,
    read: () =>
      readFile(target).catch((error: unknown) => {
        throw fileProblem(target, error);
      }),
  };
}

/** Where a link leads, when that is inside the module and not left out itself. */
async function targetInside(root: string, link: string): Promise<string | undefined> {
  const target = await realpath(link).catch(() => undefined);
  if (target === undefined || !target.startsWith(root + sep)) return undefined;
  return pathInside(root, target).split('/').some(isLeftOut) ? undefined : target;
}

function isLeftOut(name: string): boolean {
  return name === '.git' || name === '.terraform' || name.includes('.tfstate');
}

function pathInside(root: string, place: string): string {
  return relative(root, place).split(sep).join('/');
}

function tooLarge(dir: string): ModuleProblem {
  const { bytes, files } = moduleLimits;
  return new ModuleProblem(
    'too-large',
    dir,
    `a module may have at most ${files} files and ${bytes / 1024 / 1024} MiB; point \`source\` at the module's own directory`,
  );
}
