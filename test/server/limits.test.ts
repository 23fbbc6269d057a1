import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/exchange/json.js';
import { type Running, start } from '../../src/start.js';
import { sendRaw } from './raw-socket.js';

const bodyLimit = 2000;
let running: Running;
let port: number;

beforeAll(async () => {
  running = await start({ port: 0, memory: true, bodyLimit, sessions: 5 });
  port = Number(new URL(running.url).port);
});

afterAll(() => running.close());

/** Calls the control API over its socket. */
async function control(
  method: string,
  path: string,
  body?: Json | string,
): Promise<{ status: number; errors: string[] }> {
  const response = await fetch(running.control + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const { errors = [] } = (text === '' ? {} : JSON.parse(text)) as { errors?: string[] };
  return { status: response.status, errors };
}

async function isAlive(): Promise<boolean> {
  return (
    (await fetch(`${running.platform}/ping`, { headers: { authorization: 'Bearer demo' } })).status === 204
  );
}

test.each([
  ['that says its length', `content-length: ${bodyLimit + 1}\r\n\r\n`],
  [
    'in chunks',
    `transfer-encoding: chunked\r\n\r\n${(bodyLimit + 1).toString(16)}\r\n${'x'.repeat(bodyLimit + 1)}\r\n`,
  ],
])(
  'a body over its limit %s is answered 413 before all of it has come, in the shape of its API',
  async (_, rest) => {
    const head = 'POST /api/v2/task-stages/ts-Waiting/actions/override HTTP/1.1\r\nhost: localhost\r\n';

    const answer = await sendRaw(port, head + rest);

    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({
      errors: [
        { status: '413', title: 'payload too large', detail: `the body is larger than ${bodyLimit} bytes` },
      ],
    });
    expect(answer.headers['connection']).toBe('close');
    expect(await isAlive()).toBe(true);
  },
);

test('a body of the control API over its limit is answered 413 before it has come', async () => {
  const head =
    'PUT /__restage/sessions/main/state HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

  const answer = await sendRaw(port, `${head}content-length: ${40 * 1024 * 1024}\r\n\r\n`);

  expect(answer.status).toBe(413);
  expect(answer.body).toContain('larger than 33554432 bytes');
  expect(await isAlive()).toBe(true);
});

test('more sessions than there may be are refused with 503, and room is made when one goes', async () => {
  for (const name of ['a', 'b', 'c', 'd'])
    expect((await control('POST', '/sessions', { name })).status).toBe(201);

  const byControl = await control('POST', '/sessions', { name: 'e' });
  const byPath = await fetch(`${running.url}/~e/api/v2/ping`);
  const byWrite = await control('POST', '/sessions/e/reset');

  expect(byControl).toEqual({
    status: 503,
    errors: ['there are 5 sessions, as many as there may be; DELETE some of them by the control API'],
  });
  expect(byPath.status).toBe(503);
  expect(await byPath.json()).toMatchObject({ errors: [{ status: '503', title: 'service unavailable' }] });
  expect(byWrite.status).toBe(503);
  expect((await fetch(`${running.url}/~a/v1/modules`)).status).toBe(200);
  expect((await control('DELETE', '/sessions/a')).status).toBe(204);
  expect((await fetch(`${running.url}/~e/v1/modules`)).status).toBe(200);
});

const step: Json = { on: 'platform.ping', respond: { status: 418 } };

test('more steps than there may be are refused, laid or in a scenario', async () => {
  const laid = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`laid[${at}]`, step]));
  const { 'laid[1000]': _last, ...most } = laid;

  const tooMany = await control('PUT', '/sessions/main/state', { ledger: { 'laid-steps': laid } });
  const full = await control('PUT', '/sessions/main/state', { ledger: { 'laid-steps': most } });
  const oneMore = await control('POST', '/sessions/main/steps', step);
  const scenario = { scenario: 'long', steps: Array.from({ length: 1001 }, () => step) };
  const long = await control('PUT', '/sessions/main/scenario', { scenario });

  expect(tooMany.status).toBe(422);
  expect(tooMany.errors[0]).toContain('expected at most 1000 steps');
  expect(full.status).toBe(200);
  expect(oneMore.status).toBe(409);
  expect(oneMore.errors[0]).toContain('1000 steps are laid');
  expect(long.status).toBe(422);
  expect(long.errors[0]).toContain('at most 1000 steps');
  expect((await control('DELETE', '/sessions/main/steps')).status).toBe(204);
  expect((await control('POST', '/sessions/main/steps', step)).status).toBe(201);
  expect((await control('DELETE', '/sessions/main/steps')).status).toBe(204);
});

test.each([
  ['lists', (deep: number) => '['.repeat(deep) + ']'.repeat(deep)],
  ['objects', (deep: number) => '{"a":'.repeat(deep) + '1' + '}'.repeat(deep)],
  [
    'a step',
    (deep: number) => `{"on":"platform.ping","respond":{"body":${'['.repeat(deep)}${']'.repeat(deep)}}}`,
  ],
])('%s nested a million times are refused by the control API', async (_, text) => {
  for (const deep of [100, 990, 1001, 1_000_000]) {
    for (const [method, path] of [
      ['POST', '/steps'],
      ['PUT', '/state'],
      ['PUT', '/scenario'],
      ['POST', '/verify'],
    ] as const) {
      const answer = await control(method, `/sessions/main${path}`, text(deep));
      expect(answer.status, `${method} ${path} ${deep}`).toBe(deep > 1000 ? 400 : 422);
      if (deep > 1000)
        expect(answer.errors).toEqual(['the body has more than 1000 lists and objects in each other']);
    }
  }
  expect(await isAlive()).toBe(true);
});

test('the journal keeps the last thousand requests and counts all', async () => {
  await control('POST', '/sessions/main/reset');
  for (let n = 0; n < 1100; n++) await running.fetch(new Request(`${running.url}/v1/modules?offset=${n}`));

  const journal = (await running.call('GET', '/sessions/main/journal')) as {
    entries: { seq: number }[];
    next: number;
  };
  const report = (await running.call('GET', '/sessions/main/report')) as { requests: { total: number } };

  expect(journal.entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 101));
  expect(journal.next).toBe(1100);
  expect(report.requests.total).toBe(1100);
});

test('a page is never larger than a hundred, however many are asked for', async () => {
  const url = `${running.platform}/organizations/acme/oauth-tokens?page[size]=1000000000`;

  const response = await fetch(url, { headers: { authorization: 'Bearer restage-main' } });

  expect(await response.json()).toMatchObject({ meta: { pagination: { 'page-size': 100 } } });
});
