// talkback is a library: node talkback.mjs PEERS-FOLDER UPSTREAM PORT TAPES DISABLED|OVERWRITE
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = '', host, port, path, record] = process.argv.slice(2);
const talkback = createRequire(join(folder, 'package.json'))('talkback');
const options = { host, port: Number(port), path, record, allowHeaders: [], silent: true, summary: false };
await talkback(options).start();
