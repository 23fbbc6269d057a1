// The least that a node:http proxy can do: node pipe.mjs UPSTREAM
import { Agent, createServer, request } from 'node:http';
import { listen } from './listen.mjs';

const { hostname, port, host } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

listen(
  createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, host };
    const asked = request({ hostname, port, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  }),
);
