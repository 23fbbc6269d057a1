import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { listModuleFiles } from './module-files.js';

/** All files carry this time, because when a file was checked out is no part of a module. */
const packedAt = new Date('2020-01-01T00:00:00Z');

/**
 * Packs a module's directory as tar.gz with its files at the archive's root; the built-in minimal module when `dir`
 * is empty. The same files give the same bytes: entries sorted, times, owners and modes fixed (executable or not is
 * kept). What is left out is told at `listModuleFiles`.
 *
 * @throws ModuleProblem when the directory is missing, unreadable or too large
 */
export async function packModule(dir: string): Promise<Uint8Array> {
  const { packTar } = await import('modern-tar');
  const entries = [];
  for (const file of await listModuleFiles(dir)) {
    const body = await file.read();
    const mode = file.executable ? 0o755 : 0o644;
    const header = { name: file.path, size: body.length, mode, mtime: packedAt, uid: 0, gid: 0 };
    entries.push({ header, body });
  }
  const archive = await promisify(gzip)(await packTar(entries), { level: 9 });
  archive[operatingSystem] = unknownSystem;
  return archive;
}

/** Where a gzip header names the system it was made on, which must not make a difference (RFC 1952 §2.3.1). */
const operatingSystem = 9;
const unknownSystem = 255;
