import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text of a fixture of GET for a path, with one body or one side file. */
export function fixtureText(path: string, body: object): string {
  const exchange = { epoch: 0, status: 200, headers: {}, ...body };
  return `${JSON.stringify({ restage: 1, request: { method: 'GET', path }, exchanges: [exchange] }, null, 2)}\n`;
}

/** Writes a file below a directory, making what is missing. */
export function put(root: string, file: string, data: string | Uint8Array): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
