import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { RestageError } from '../exchange/restage-error.js';
import type { Running } from '../start.js';

/** The line on stdout that says where the server listens. */
export function readyLine({ url, mode, scenario }: Running): string {
  return `restage ready: ${url} (${mode}${scenario === undefined ? '' : `, scenario ${scenario}`})`;
}

/** Writes the ready file, whole or not at all, readable by its owner only; the returned function removes it. */
export function writeReadyFile(file: string, running: Running): () => void {
  const { url, mode, platform, registry, registryV2, control, token, ca } = running;
  const content = { url, pid: process.pid, mode, platform, registry, registryV2, control, token, ca };
  const half = `${file}.${process.pid}.tmp`;
  try {
    rmSync(half, { force: true });
    writeFileSync(half, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(half, file);
  } catch (error) {
    throw new RestageError(
      'ready-file-unwritable',
      `the ready file ${file} cannot be written: ${(error as Error).message}; name a file in a directory that is there with --ready-file`,
    );
  }
  return () => rmSync(file, { force: true });
}
