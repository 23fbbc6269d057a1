import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RestageError } from '../../exchange/restage-error.js';
import { defaultConfig } from '../config/read.js';

/** A file to be checked, and whether it was named or only found in a directory. */
export interface FileToCheck {
  readonly file: string;
  readonly found: boolean;
}

const usual = ['scenarios', 'fixtures', defaultConfig];

/**
 * The files that paths mean: files as they are, directories searched (not in hidden ones and `node_modules`, and no
 * links). Without a path, what lies where it usually does.
 * @throws RestageError `bad-option` when there is nothing
 */
export async function filesToCheck(paths: readonly string[]): Promise<FileToCheck[]> {
  const files: FileToCheck[] = [];
  for (const path of paths.length > 0 ? paths : usual) {
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory()) files.push(...(await search(path)));
    else if (there || paths.length > 0) files.push({ file: path, found: false });
  }
  if (files.length === 0 && paths.length === 0) {
    throw new RestageError(
      'bad-option',
      `there is nothing to check: name files or directories, or have ${usual.join(', ')} here`,
    );
  }
  return files;
}

async function search(directory: string): Promise<FileToCheck[]> {
  const files: FileToCheck[] = [];
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) files.push(...(await search(path)));
    else if (entry.isFile()) files.push({ file: path, found: true });
  }
  return files;
}
