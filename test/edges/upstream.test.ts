import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openUpstream } from '../../src/edges/upstream.js';
import { ask, closing, get, open } from './ask-upstream.js';
import { serveBytes, serveHttp } from './awkward-server.js';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

test('an answer comes through with its status, its repeated headers and its coded bytes', async () => {
  const coded = gzipSync('{"data":[]}');
  const origin = await serveHttp((_request, response) => {
    response.writeHead(206, [
      'Set-Cookie',
      'a=1',
      'set-cookie',
      'b=2',
      'Content-Encoding',
      'gzip',
      'X-Name',
      'caf\xe9',
    ]);
    response.end(coded);
  });

  const told = await ask(
    open(origin),
    get('/api/v2/x?page%5Bsize%5D=1', { headers: ['accept-encoding', 'gzip'] }),
  );

  expect(told.error).toBeUndefined();
  expect(told.head?.status).toBe(206);
  expect(told.head?.url).toBe(`${origin}/api/v2/x?page%5Bsize%5D=1`);
  expect(told.headers).toMatchObject({
    'set-cookie': ['a=1', 'b=2'],
    'content-encoding': 'gzip',
    'x-name': 'caf\xe9',
  });
  expect(told.headers).not.toHaveProperty('connection');
  expect(told.headers).not.toHaveProperty('transfer-encoding');
  expect(told.body.equals(coded)).toBe(true);
});

test('the upstream sees its own host, the token meant for it, and nothing of restage', async () => {
  let seen: IncomingHttpHeaders = {};
  const origin = await serveHttp((request, response) => {
    seen = request.headers;
    response.end();
  });
  const headers = [
    'Host',
    'localhost:4010',
    'Restage-Session',
    'blue',
    'Authorization',
    'Bearer restage-blue:t',
  ];
  headers.push('Accept-Encoding', 'gzip, sdch', 'Expect', '100-continue', 'Connection', 'close');

  await ask(open(origin), get('/api/v2/ping', { headers, authorization: 'Bearer t' }));

  expect(seen).toEqual({
    host: new URL(origin).host,
    connection: 'keep-alive',
    authorization: 'Bearer t',
    'accept-encoding': 'gzip',
  });
});

test('a redirect is handed over, not followed', async () => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    requests++;
    response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });

  const told = await ask(open(origin), get('/api/v2/x'));

  expect([told.head?.status, told.headers['location'], requests]).toEqual([302, '/elsewhere', 1]);
});

test.each([
  ['POST', 'a whole body', () => Buffer.from('{"a":1}'), ['content-length', '7']],
  ['PATCH', 'a stream of known length', () => pieces('{"a"', ':1}'), ['content-length', '7']],
  ['POST', 'a stream of unknown length', () => pieces('{"a"', ':1}'), []],
  ['DELETE', 'a whole body', () => Buffer.from('{"a":1}'), []],
])('%s passes on %s', async (method, _what, body, headers) => {
  const origin = await serveHttp((request, response) => {
    void bodyOf(request).then((text) => response.end(`${request.method} ${text}`));
  });

  const told = await ask(open(origin), get('/api/v2/x', { method, body: body(), headers }));

  expect(told.body.toString()).toBe(`${method} {"a":1}`);
});

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('a length without a body does not keep the upstream waiting', async () => {
  const origin = await serveHttp((request, response) => {
    void bodyOf(request).then(() => response.end('done'));
  });

  const told = await ask(
    open(origin),
    get('/api/v2/x', { method: 'DELETE', headers: ['Content-Length', '9'] }),
  );

  expect(told.body.toString()).toBe('done');
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('the answer to %s with %i has a head and no body', async (method, status) => {
  const origin = await serveHttp((_request, response) => {
    response
      .writeHead(status, { 'content-length': status === 200 ? '1000' : '0', 'x-registry-get': './a' })
      .end();
  });

  const told = await ask(open(origin), get('/x', { method }));

  expect(told.error).toBeUndefined();
  expect(told.head?.status).toBe(status);
  expect(told.headers['x-registry-get']).toBe('./a');
  expect(told.body).toHaveLength(0);
});

test('early hints and trailers are left out', async () => {
  const origin = await serveHttp((_request, response) => {
    response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.writeHead(200, { trailer: 'x-sum' });
    response.write('body');
    response.addTrailers({ 'x-sum': '1' });
    response.end();
  });

  const told = await ask(open(origin), get('/x'));

  expect([told.head?.status, told.body.toString()]).toEqual([200, 'body']);
  expect(told.headers).not.toHaveProperty('x-sum');
});

test('a body that ends with the connection is whole', async () => {
  const origin = await serveBytes((socket) =>
    socket.end('HTTP/1.0 200 OK\r\ncontent-type: text/plain\r\n\r\nold style'),
  );

  const told = await ask(open(origin), get('/x'));

  expect([told.error, told.body.toString()]).toEqual([undefined, 'old style']);
});

test('a sink that says false is given nothing more until it resumes', async () => {
  const size = 4 * 1024 * 1024;
  const origin = await serveHttp((_request, response) => response.end(Buffer.alloc(size)));
  const upstream = open(origin);
  let received = 0;
  let paused = false;

  await new Promise<void>((resolve, reject) => {
    const call = upstream.forward(get('/x'), {
      head: () => undefined,
      data: (chunk) => {
        expect(paused).toBe(false);
        received += chunk.length;
        paused = true;
        setImmediate(() => {
          paused = false;
          call.resume();
        });
        return false;
      },
      end: resolve,
      fail: (error) => reject(new Error(error.message)),
    });
  });

  expect(received).toBe(size);
});

test('after an abort the sink hears nothing and the upstream sees its connection close', async () => {
  let gone: Promise<unknown> | undefined;
  const origin = await serveHttp((_request, response) => {
    gone = once(response, 'close');
    response.write('beginning');
  });
  const upstream = open(origin);
  const heard: string[] = [];

  await new Promise<void>((resolve) => {
    const call = upstream.forward(get('/x'), {
      head: () => heard.push('head'),
      data: () => {
        heard.push('data');
        call.abort();
        resolve();
        return true;
      },
      end: () => heard.push('end'),
      fail: () => heard.push('fail'),
    });
  });

  await gone;
  expect(heard).toEqual(['head', 'data']);
});

test('a request aborted before it was sent is never seen as an answer', async () => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    requests++;
    response.end();
  });
  const upstream = open(origin);
  const heard: string[] = [];
  const note = (what: string) => (): void => void heard.push(what);
  const call = upstream.forward(get('/first'), {
    head: note('head'),
    data: () => true,
    end: note('end'),
    fail: note('fail'),
  });

  call.abort();
  await ask(upstream, get('/second'));

  expect([heard, requests]).toEqual([[], 1]);
});

test('sixty requests at once share keep-alive connections', async () => {
  const ports = new Set<number | undefined>();
  const origin = await serveHttp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end(request.url);
  });
  const upstream = open(origin);
  const all = (): Promise<string[]> =>
    Promise.all(
      Array.from({ length: 60 }, async (_, i) => (await ask(upstream, get(`/x/${i}`))).body.toString()),
    );

  const first = await all();
  await all();
  await all();

  expect(first).toEqual(Array.from({ length: 60 }, (_, i) => `/x/${i}`));
  expect(ports.size).toBeLessThan(90);
});

test('closing ends what is under way at once, and what comes later', async () => {
  const origin = await serveHttp(() => undefined);
  const upstream = open(origin);
  const hanging = ask(upstream, get('/x'));
  await ask(open(await serveHttp((_request, response) => response.end())), get('/x'));

  await upstream.close();

  expect((await hanging).error?.code).toBe('closed');
  expect((await ask(upstream, get('/y'))).error?.code).toBe('closed');
});

test('without an upstream for the API the error says which option names it', async () => {
  const upstream = closing(openUpstream({}));

  const told = await ask(upstream, get('/v1/modules/a', { to: { api: 'registry', path: '/v1/modules/a' } }));

  expect(told.error).toEqual({
    code: 'not-configured',
    status: 502,
    upstream: '',
    message: 'No upstream registry is configured. Name it with --registry URL.',
  });
});
