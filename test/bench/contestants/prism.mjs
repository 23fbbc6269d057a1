import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonApi } from '../work/documents.mjs';

export const name = 'Prism';
export const from = '@stoplight/prism-cli';

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay({ dir, port, modules }, documents) {
  const paths = Object.fromEntries(
    Object.entries(documents).map(([path, body]) => [
      path,
      {
        get: {
          responses: { 200: { description: '', content: { [jsonApi]: { example: JSON.parse(body) } } } },
        },
      },
    ]),
  );
  const file = join(dir, 'openapi.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'bench', version: '1' }, paths }));
  const cli = join(modules, '@stoplight', 'prism-cli', 'dist', 'index.js');
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  return { command: [process.execPath, cli, 'mock', ...flags, file] };
}
