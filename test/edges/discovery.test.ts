import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openUpstream } from '../../src/edges/upstream.js';
import type { Forward, Located, Upstream } from '../../src/session/upstream.js';
import { ask, closing, get } from './ask-upstream.js';
import { deadOrigin, serveHttp } from './awkward-server.js';

const openRegistry = (url: string): Upstream => closing(openUpstream({ registry: new URL(url) }));
const getModule = (path: string, changes: Partial<Forward> = {}): Forward =>
  get('', { to: { api: 'registry', path }, ...changes });
const declaring =
  (base: unknown, more: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    if (request.url !== '/.well-known/terraform.json') response.end(`asked ${request.url}`);
    else
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ 'modules.v1': base, ...more }));
  };

async function modulesBase(upstream: Upstream): Promise<string> {
  const located: Located = await upstream.address('registry');
  if ('error' in located) return located.error.message;
  const [modules] = located.address.mounts;
  return `${modules?.origin}${modules?.path}`;
}

test.each(['/api/registry/v1/modules/', '/api/registry/v1/modules', 'api/../../api/registry/v1/modules/'])(
  'a modules base declared as %s is where module requests go',
  async (base) => {
    const origin = await serveHttp(declaring(base));
    const upstream = openRegistry(origin);

    const versions = await ask(upstream, getModule('/v1/modules/a/b/c/versions?x=1'));
    const metrics = await ask(upstream, getModule('/v2/modules/a/b/c/downloads/summary'));
    const other = await ask(upstream, getModule('/other'));

    expect(versions.body.toString()).toBe('asked /api/registry/v1/modules/a/b/c/versions?x=1');
    expect(metrics.body.toString()).toBe('asked /api/registry/v2/modules/a/b/c/downloads/summary');
    expect(other.body.toString()).toBe('asked /other');
    expect(versions.head?.url).toBe(`${origin}/api/registry/v1/modules/a/b/c/versions?x=1`);
  },
);

test('the document is asked for once, also by requests that come together', async () => {
  let asked = 0;
  const answer = declaring('/mods/v1/');
  const origin = await serveHttp((request, response) => {
    if (request.url?.startsWith('/.well-known')) asked++;
    answer(request, response);
  });
  const upstream = openRegistry(origin);

  await Promise.all(
    ['/v1/modules/a', '/v1/modules/b', '/v1/modules/c'].map((path) => ask(upstream, getModule(path))),
  );
  await ask(upstream, getModule('/v1/modules/d'));

  expect(asked).toBe(1);
});

test('a base given with its path needs no discovery', async () => {
  const origin = await serveHttp((request, response) => response.end(`asked ${request.url}`));
  const upstream = openRegistry(`${origin}/tf/v1/modules/`);

  expect((await ask(upstream, getModule('/v1/modules/a'))).body.toString()).toBe('asked /tf/v1/modules/a');
  expect((await ask(upstream, getModule('/v2/modules/a'))).body.toString()).toBe('asked /tf/v2/modules/a');
});

test('a registry without a document has its modules where the public one has them', async () => {
  const origin = await serveHttp((request, response) => {
    response.statusCode = request.url === '/.well-known/terraform.json' ? 404 : 200;
    response.end(`asked ${request.url}`);
  });

  expect(await modulesBase(openRegistry(origin))).toBe(`${origin}/v1/modules`);
});

test('redirects within the registry are followed, and the base counts from where they lead', async () => {
  const origin = await serveHttp((request, response) => {
    if (request.url === '/.well-known/terraform.json')
      response.writeHead(302, { location: '/nested/doc.json' }).end();
    else response.end('{"modules.v1":"./mods/"}');
  });

  expect(await modulesBase(openRegistry(origin))).toBe(`${origin}/nested/mods`);
});

test('a redirect to another host is not followed, and named with the way to go there', async () => {
  let requests = 0;
  const other = await serveHttp((_request, response) => {
    requests++;
    response.end('{}');
  });
  const origin = await serveHttp((_request, response) =>
    response.writeHead(301, { location: `${other}/doc` }).end(),
  );

  const told = await ask(openRegistry(origin), getModule('/v1/modules/a'));

  expect([told.error?.code, told.error?.status, requests]).toEqual(['discovery', 502, 0]);
  expect(told.error?.message).toContain(
    `redirects to ${other}; if that is the registry, name it with --registry`,
  );
});

test('redirects that never end are given up after three', async () => {
  let requests = 0;
  const origin = await serveHttp((_request, response) =>
    response.writeHead(302, { location: `/${++requests}` }).end(),
  );

  const message = await modulesBase(openRegistry(origin));

  expect(message).toContain('redirects more than 3 times');
  expect(requests).toBe(4);
});

test.each([
  ['is answered with 503', 503, 'busy'],
  ['is not a JSON object', 200, '<html>'],
  ['is not a JSON object', 200, '[]'],
  ['declares no modules service', 200, '{"modules.v2":"/v2/"}'],
  ['declares no modules service', 200, '{"modules.v1":{}}'],
  ['neither https nor http', 200, '{"modules.v1":"ftp://x.test/"}'],
  ['holds a user name or password', 200, '{"modules.v1":"https://bob:hunter2hunter2@x.test/"}'],
  ['is larger than 1048576 bytes', 200, `{"modules.v1":"/v1/"}${' '.repeat(1024 * 1024)}`],
])('a document that %s (%i) is of no use, and why is said', async (why, status, body) => {
  const origin = await serveHttp((_request, response) => {
    response.statusCode = status;
    response.end(body);
  });

  const message = await modulesBase(openRegistry(origin));

  expect(message).toContain(why);
  expect(message).toContain(`${origin} (/.well-known/terraform.json)`);
  expect(message).not.toContain('hunter2');
});

test('a failed discovery is tried again with the next request', async () => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    response.statusCode = requests++ === 0 ? 500 : 200;
    response.end('{"modules.v1":"/mods/"}');
  });
  const upstream = openRegistry(origin);

  expect(await modulesBase(upstream)).toContain('is answered with 500');
  expect(await modulesBase(upstream)).toBe(`${origin}/mods`);
});

test('a registry that is down is said to be down', async () => {
  const origin = await deadOrigin();

  expect(await modulesBase(openRegistry(origin))).toContain(`${origin} refuses connections`);
});

test('a coded document is understood', async () => {
  const origin = await serveHttp((_request, response) => {
    response.setHeader('content-encoding', 'br').end(brotliCompressSync('{"modules.v1":"/mods/"}'));
  });

  expect(await modulesBase(openRegistry(origin))).toBe(`${origin}/mods`);
});

test('a modules base on another host is contacted without the credentials for the registry', async () => {
  let seen: IncomingHttpHeaders = {};
  const modules = await serveHttp((request, response) => {
    seen = request.headers;
    response.end(request.url);
  });
  const origin = await serveHttp(declaring(`${modules}/mods/`));
  const credentials: Partial<Forward> = { authorization: 'Bearer t', headers: ['cookie', 'a=b'] };

  const told = await ask(openRegistry(origin), getModule('/v1/modules/a', credentials));

  expect(told.body.toString()).toBe('/mods/a');
  expect(seen).toEqual({ host: new URL(modules).host, connection: 'keep-alive' });
});
