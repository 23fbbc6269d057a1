import { rmSync, writeFileSync } from 'node:fs';
import { RestageError } from '../exchange/restage-error.js';
import type { Running } from '../start.js';

/** The line on stdout that says where the server listens. */
export function readyLine(running: Running): string {
  const { url, mode, scenario } = running;
  return `restage ready: ${url} (${mode}${scenario === undefined ? '' : `, scenario ${scenario}`})`;
}

/** Writes the ready file; the returned function removes it. */
export function writeReadyFile(file: string, running: Running): () => void {
  const { url, mode, platform, registry, registryV2, control } = running;
  const content = { url, pid: process.pid, mode, platform, registry, registryV2, control };
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw new RestageError(
      'ready-file-unwritable',
      `the ready file ${file} cannot be written: ${(error as Error).message}`,
    );
  }
  return () => rmSync(file, { force: true });
}
