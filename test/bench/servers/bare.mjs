// The least that node:http can do: node bare.mjs ANSWERS.json
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from './listen.mjs';

const answers = new Map(Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))));
for (const answer of answers.values())
  answer.headers['content-length'] = String(Buffer.byteLength(answer.body));
const [only] = answers.size === 1 ? answers.values() : [];

listen(
  // without a limit no Keep-Alive header is sent, as restage sends none
  createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { status, headers, body } = only ??
      answers.get(request.url ?? '') ?? { status: 404, headers: {}, body: '' };
    response.writeHead(status, headers);
    response.end(body);
  }),
);
