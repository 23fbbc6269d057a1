import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../src/start.js';
import { serveHttp } from '../edges/awkward-server.js';
import { temporaryDirectory } from '../edges/temporary-directory.js';

/** A request that carries a secret, or whose answer does. */
interface Planted {
  readonly path: string;
  readonly init?: RequestInit;
}

/** Ten kinds of places; what follows `/echo` in the path tells the upstream where to put what. */
const kinds: Readonly<Record<string, (secret: string) => Planted>> = {
  'bearer token, echoed in a body': (secret) => ({
    path: '/api/v2/echo/authorization',
    init: { headers: { authorization: `Bearer ${secret}` } },
  }),
  'password of basic credentials, echoed in a header': (secret) => ({
    path: '/api/v2/echo/header/authorization',
    init: { headers: { authorization: `Basic ${btoa(`user:${secret}`)}` } },
  }),
  'request cookie, echoed in a body': (secret) => ({
    path: '/api/v2/echo/cookie',
    init: { headers: { cookie: `sid=${secret}` } },
  }),
  'api key, echoed in another answer later': (secret) => ({
    path: '/api/v2/echo/x-api-key',
    init: { headers: { 'x-api-key': secret } },
  }),
  'query parameter': (secret) => ({ path: `/api/v2/echo/query?token=${encodeURIComponent(secret)}` }),
  'member of a request body, echoed in base64': (secret) => ({
    path: '/api/v2/echo/body',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { attributes: { 'private-key': secret } } }),
    },
  }),
  'cookie that the answer sets': (secret) => ({ path: `/api/v2/plant/set-cookie?x=${hex(secret)}` }),
  'token in an answer, and a link that holds it': (secret) => ({
    path: `/api/v2/plant/token?x=${hex(secret)}`,
  }),
  'user part of a URL in an answer': (secret) => ({ path: `/api/v2/plant/userinfo?x=${hex(secret)}` }),
  'session token of restage, sent on to the upstream': (secret) => ({
    path: '/api/v2/echo/authorization',
    init: { headers: { authorization: `Bearer restage-other:${secret}` } },
  }),
};

/** Hides a secret from everybody but the upstream, as if it had made it up itself. */
const hex = (text: string): string =>
  Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)).toString('hex');
const unhex = (text: string): string =>
  Buffer.from([...Buffer.from(text, 'hex')].map((byte) => byte ^ 0x5a)).toString();

async function upstream(): Promise<string> {
  return serveHttp((request, response) => {
    void answer(request).then(({ headers, body }) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  });
}

async function answer(request: IncomingMessage): Promise<{ headers?: Record<string, string>; body: object }> {
  const url = new URL(request.url ?? '', 'http://x');
  const planted = unhex(url.searchParams.get('x') ?? '');
  switch (url.pathname.slice('/api/v2/'.length)) {
    case 'echo/header/authorization':
      return { headers: { 'x-debug': String(request.headers.authorization) }, body: {} };
    case 'echo/query':
      return { body: { links: { self: request.url } } };
    case 'echo/body': {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      return { body: { data: { got: Buffer.concat(chunks).toString('base64') } } };
    }
    case 'plant/set-cookie':
      return {
        headers: { 'set-cookie': `session=${planted}; HttpOnly` },
        body: { seen: `session ${planted}` },
      };
    case 'plant/token':
      return {
        body: { data: { token: planted, links: { next: `/api/v2/next/${encodeURIComponent(planted)}` } } },
      };
    case 'plant/userinfo':
      return {
        body: { data: { source: `https://bot:${encodeURIComponent(planted)}@git.example.test/a.git` } },
      };
    default: {
      const name = url.pathname.slice('/api/v2/echo/'.length);
      return { body: { data: { attributes: { note: `you sent ${String(request.headers[name])}` } } } };
    }
  }
}

function textsIn(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `${join(parentPath, name)}\n${readFileSync(join(parentPath, name), 'latin1')}`,
    )
    .join('\n');
}

/** Three secrets for each kind of place, of letters, digits and what has to be escaped somewhere. */
const secrets = fc.sample(fc.stringMatching(/^[A-Za-z][A-Za-z0-9+/=_.-]{14,30}[0-9][a-z]$/), {
  numRuns: 30,
  seed: 4711,
});

test('thirty secrets in ten kinds of places leave none in fixtures, state, log or journal', async () => {
  const directory = temporaryDirectory();
  const said: string[] = [];
  const running = await start({
    mode: 'record',
    platform: await upstream(),
    cwd: directory,
    listen: false,
    explain: true,
    warn: (message) => said.push(message),
    log: (session, entry) => said.push(session, JSON.stringify(entry)),
  });
  onTestFinished(() => running.close());
  const names = Object.keys(kinds);

  for (const [i, secret] of secrets.entries()) {
    const { path, init } = kinds[names[i % names.length] ?? '']?.(secret) ?? { path: '' };
    const response = await running.fetch(new Request(`http://127.0.0.1${path}`, init));
    await response.text();
  }
  for (const session of ['main', 'other']) {
    const held = await running.session(session);
    said.push(JSON.stringify([held.journal(), held.report()]));
    held.release();
  }
  await running.close();

  const left = textsIn(directory) + said.join('\n');
  const leaked = secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -4)].some((form) =>
      left.includes(form),
    ),
  );
  expect(leaked).toEqual([]);
  expect(running.kept()?.problems).toEqual([]);
  expect(running.kept()?.written.length).toBeGreaterThan(5);
});
