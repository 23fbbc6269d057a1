import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many different answers of the upstream lie below a directory, told by their serial numbers.
 * @param {string} dir
 */
export function serialsIn(dir) {
  /** @type {Set<string>} */
  const serials = new Set();
  for (const file of filesBelow(dir)) {
    for (const [found] of readFileSync(file, 'latin1').matchAll(/serial=\d{8}/g)) serials.add(found);
  }
  return serials.size;
}

/**
 * The SHA-256 of every file of that size below a directory.
 * @param {string} dir
 * @param {number} size
 */
export function hashesOf(dir, size) {
  return filesBelow(dir)
    .filter((file) => statSync(file).size === size)
    .map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
}

/** @param {string} dir */
function filesBelow(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
