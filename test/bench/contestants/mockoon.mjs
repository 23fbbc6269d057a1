import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonApi } from '../work/documents.mjs';

export const name = 'Mockoon';
export const from = '@mockoon/cli';

/** @type {import('./peers.mjs').Peer['replay']} */
export function replay({ dir, port, modules }, documents) {
  const routes = Object.entries(documents).map(([path, body]) => ({
    uuid: randomUUID(),
    type: 'http',
    method: 'get',
    endpoint: path.slice(1),
    responses: [
      {
        uuid: randomUUID(),
        body: body.replaceAll('{{', '{ {'),
        latency: 0,
        statusCode: 200,
        headers: [{ key: 'Content-Type', value: jsonApi }],
        bodyType: 'INLINE',
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
      },
    ],
  }));
  const environment = {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'bench',
    port,
    hostname: '127.0.0.1',
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  };
  const data = join(dir, 'environment.json');
  writeFileSync(data, JSON.stringify(environment));
  const cli = join(modules, '@mockoon', 'cli', 'bin', 'run.js');
  const quiet = ['--disable-log-to-file', '--disable-admin-api', '--repair'];
  return { command: [process.execPath, cli, 'start', '--data', data, '--port', String(port), ...quiet] };
}
