// lowdb as it is shipped, the whole database written for each change: node lowdb.mjs FILE RESOURCES
import { createServer } from 'node:http';
import { JSONFilePreset } from 'lowdb/node';
import { idOf } from '../work/documents.mjs';
import { listen } from './listen.mjs';

const [file = '', count = '10'] = process.argv.slice(2);
/** @type {Record<string, { id: string, note: string, changed: number }>} */
const seed = {};
for (let n = 0; n < Number(count); n++)
  seed[idOf('ot', n)] = { id: idOf('ot', n), note: 'x'.repeat(200), changed: 0 };
const db = await JSONFilePreset(file, seed);

listen(
  createServer((request, response) => {
    request.resume();
    const one = db.data[idOf('ot', 1)];
    if (one) one.changed++;
    void db.write().then(() => response.writeHead(200, { 'content-length': 2 }).end('{}'));
  }),
);
