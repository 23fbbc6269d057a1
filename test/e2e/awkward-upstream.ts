import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A backend that answers as real ones do on their worse days. */
export interface AwkwardUpstream {
  readonly url: string;
  /** How many connections it took. */
  connections(): number;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, origin: string, request: IncomingMessage) => void;

const json = 'application/vnd.api+json';
const binary = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7) % 256));
const page = (origin: string) => ({
  data: [{ id: 'ts-1', type: 'task-stages', links: { self: '/api/v2/task-stages/ts-1' } }],
  links: { next: `${origin}/api/v2/runs/run-1/task-stages?page%5Bnumber%5D=2` },
});

/** What it answers by method and path. Every one is sent the same way each time, but for what is volatile. */
const answers: Readonly<Record<string, Answer>> = {
  'GET /api/v2/runs/run-1/task-stages': (response, origin) => {
    response.writeHead(200, { 'content-type': json, 'content-encoding': 'gzip', 'x-request-id': unique() });
    response.end(gzipSync(JSON.stringify(page(origin))));
  },
  'GET /api/v2/policy-evaluations/poleval-1': (response, origin) => {
    response.writeHead(200, { 'content-type': json, 'content-encoding': 'br', etag: 'W/"1"' });
    response.end(brotliCompressSync(`{"data":{"n":1.0,"big":12345678901234567890,"self":"${origin}/x"}}`));
  },
  'GET /api/v2/task-results/taskrs-1': (response) => {
    response.writeHead(200, { 'content-type': json, 'content-encoding': 'deflate' });
    response.end(deflateSync('{ "data" : { "id":"taskrs-1" } }\n'));
  },
  'GET /api/v2/task-stages/ts-1': (response) => {
    response.writeHead(200, {
      'content-type': json,
      'set-cookie': [`sid=${unique()}${unique()}`, 'theme=dark'],
    });
    response.write('{"data":');
    setImmediate(() => response.end('{"id":"ts-1","type":"task-stages"}}'));
  },
  'GET /api/v2/oauth-tokens/ot-1': (response, _, { headers }) => {
    response.writeHead(200, { 'content-type': json, 'x-debug': `saw ${headers.authorization}` });
    response.end(
      JSON.stringify({
        data: { id: 'ot-1', attributes: { token: 'oauth-made-up-0815', note: headers.authorization } },
      }),
    );
  },
  'DELETE /api/v2/oauth-tokens/ot-1': (response) => response.writeHead(204, { 'x-deleted': 'yes' }).end(),
  'POST /api/v2/task-stages/ts-1/actions/override': (response) => {
    response.writeHead(409, { 'content-type': json });
    response.end('{"errors":[{"status":"409","title":"conflict"}]}');
  },
  'GET /api/v2/ping': (response) => {
    response.writeHead(429, { 'retry-after': '3', 'x-ratelimit-reset': '0.7', 'content-type': json });
    response.end('{"errors":[{"status":"429","title":"Too many requests"}]}');
  },
  'GET /api/v2/workspaces/ws-1': (response) => {
    response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<html><a href="/status">down</a></html>');
  },
  'GET /v1/modules/acme/net/aws/download': (response) => {
    response.writeHead(302, {
      location: '/v1/modules/acme/net/aws/1.0.0/download',
      'content-type': 'text/html',
    });
    response.end('<a href="/v1/modules/acme/net/aws/1.0.0/download">Found</a>.\n\n');
  },
  'GET /v1/modules/acme/net/aws/1.0.0/download': (response, origin) => {
    response.writeHead(204, { 'x-terraform-get': `${origin}/files/net.tar.gz` }).end();
  },
  'GET /files/net.tar.gz': (response) => {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': binary.length });
    response.end(binary);
  },
  'GET /v1/modules/acme/empty/aws/versions': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 0 }).end();
  },
  'GET /api/v2/repeated': (response) => {
    response.writeHead(200, ['Content-Type', 'text/plain', 'Link', '</a>; rel=a', 'Link', '</b>; rel=b']);
    response.end('umlaut: ü, braces: {{platform}} {{x}}');
  },
  'GET /api/v2/latin': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' });
    response.end(Buffer.from('caf\xe9', 'latin1'));
  },
};

let count = 0;
function unique(): string {
  return `r${++count}0f4b8d2a1c`;
}

/** Starts one on loopback; it is gone at the end of the test at the latest. */
export async function awkwardUpstream(more: Readonly<Record<string, Answer>> = {}): Promise<AwkwardUpstream> {
  let connections = 0;
  const all = { ...answers, ...more };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const answer = all[`${method} ${path}`];
    if (answer) answer(response, `http://${request.headers.host}`, request);
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":["not found"]}');
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, close };
}

/** Everything it can be asked, once each. */
export const awkwardRequests: readonly (readonly [method: string, path: string])[] = [
  ...Object.keys(answers).map((key) => key.split(' ') as [string, string]),
  ['HEAD', '/files/net.tar.gz'],
  ['GET', '/api/v2/unknown?b=2&a=1'],
];
