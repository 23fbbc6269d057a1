// Runs autocannon once, in a process of its own: node autocannon.mjs PEERS-FOLDER OPTIONS.json
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = '', file = ''] = process.argv.slice(2);
const autocannon = createRequire(join(folder, 'package.json'))('autocannon');
const found = await autocannon(JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(
  JSON.stringify({
    rps: found.requests.total / found.duration,
    p50: found.latency.p50,
    p99: found.latency.p99,
    requests: found.requests.total,
    bad: found.non2xx + found.errors + found.timeouts,
  }),
);
