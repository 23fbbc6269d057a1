import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const name = 'json-server';
export const from = 'json-server';

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay({ dir, port, modules }, documents) {
  const database = join(dir, 'db.json');
  const routes = join(dir, 'routes.json');
  const stages = Object.values(documents).map((body) => ({
    id: JSON.parse(body).data.id,
    ...JSON.parse(body),
  }));
  writeFileSync(database, JSON.stringify({ 'task-stages': stages }));
  writeFileSync(routes, JSON.stringify({ '/api/v2/*': '/$1' }));
  const cli = join(modules, 'json-server', 'lib', 'cli', 'bin.js');
  const flags = ['--quiet', '--host', '127.0.0.1', '--port', String(port), '--routes', routes];
  return { command: [process.execPath, cli, database, ...flags] };
}
