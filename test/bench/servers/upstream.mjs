// A backend to proxy: documents of 2 KB, each told from all others by a serial number; how many there
// were at /served; 100 MiB at /big; and the discovery document that makes it a registry too.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { jsonApi, stageDocument } from '../work/documents.mjs';
import { listen } from './listen.mjs';

const template = stageDocument(0, 2048, 'serial=00000000;');
const [before = '', after = ''] = template.split('serial=00000000;');
const piece = randomBytes(1024 * 1024);
let serial = 0;

listen(
  createServer((request, response) => {
    request.resume();
    if (request.url === '/big') return sendBig(response);
    if (request.url === '/.well-known/terraform.json') return response.end('{"modules.v1":"/v1/modules/"}');
    if (request.url === '/served') return response.end(String(serial));
    const body = `${before}serial=${String(serial++).padStart(8, '0')};${after}`;
    response.writeHead(200, { 'content-type': jsonApi, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }),
);

/** @param {import('node:http').ServerResponse} response */
function sendBig(response) {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': 100 * piece.length,
  });
  let left = 100;
  const more = () => {
    while (left > 0) {
      left--;
      if (!response.write(piece)) return response.once('drain', more);
    }
    return response.end();
  };
  more();
}
