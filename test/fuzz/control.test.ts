import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../../src/start.js';
import { patience, runs } from './runs.js';
import { send } from './send.js';

let running: Running;
let port: number;
const said: string[] = [];

beforeAll(async () => {
  running = await start({ port: 0, memory: true, warn: (text) => said.push(text) });
  port = Number(new URL(running.url).port);
});

afterAll(() => running.close());

const session = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('main', 'one') },
  { weight: 1, arbitrary: fc.constantFrom('..', '.', '__proto__', 'a%2fb', '%00', '%', 'x'.repeat(70), '') },
);

const duration = fc.constantFrom('1s', '90s', '-1s', '99999999d', '1e5s', 1, null);
const any = fc.jsonValue({ maxDepth: 2 });
const orAny = (...known: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: any });
const on = orAny(
  fc.constantFrom(
    'platform.ping',
    'registry.modules.list',
    'GET /v1/modules/*',
    'GET *',
    'platform.__proto__',
    '* /**',
  ),
);
const where = orAny(
  fc.record(
    {
      path: fc.dictionary(fc.constantFrom('namespace', '__proto__'), any, { maxKeys: 1 }),
      query: fc.dictionary(fc.constantFrom('q', 'page[number]', '__proto__'), any, { maxKeys: 1 }),
      header: fc.dictionary(fc.constantFrom('accept', 'X', '\n'), any, { maxKeys: 1 }),
      body: orAny(fc.dictionary(fc.constantFrom('$.a', '$.a[0].b', '$', '$.__proto__'), any)),
    },
    { requiredKeys: [] },
  ),
);
const maybe = { requiredKeys: [] };
const goodStep = fc.record(
  {
    on: fc.constantFrom(
      'platform.task-stages.list',
      'registry.modules.list',
      'platform.oauth-tokens.show',
      'GET /v1/modules*',
    ),
    times: fc.integer({ min: 1, max: 3 }),
    headers: fc.dictionary(
      fc.constantFrom('x', 'trailer', 'transfer-encoding', 'connection', '__proto__'),
      fc.string({ maxLength: 4 }),
      { maxKeys: 2 },
    ),
    respond: fc.record(
      {
        status: fc.constantFrom(200, 204, 304, 429, 503, 101, 199),
        headers: fc.dictionary(
          fc.constantFrom('date', 'retry-after', 'set-cookie'),
          fc.string({ maxLength: 3 }),
          { maxKeys: 1 },
        ),
        body: any,
      },
      maybe,
    ),
    set: fc.dictionary(
      fc.constantFrom('runs/run-AtRest', 'oauth-tokens/ot-1'),
      fc.dictionary(fc.constantFrom('status', '__proto__', 'x', 'message'), any, { maxKeys: 2 }),
      { maxKeys: 1 },
    ),
  },
  { requiredKeys: ['on'] },
);
const anyStep = fc.record(
  {
    name: orAny(fc.constantFrom('a', 'b', '__proto__', 'laid[0]')),
    on,
    where,
    times: fc.oneof(fc.nat(3), any),
    nth: fc.oneof(fc.array(fc.nat(3)), any),
    every: fc.oneof(fc.nat(3), any),
    chance: fc.oneof(fc.double(), any),
    respond: orAny(
      fc.record(
        {
          status: fc.oneof(fc.integer({ min: 90, max: 700 }), any),
          headers: orAny(
            fc.dictionary(fc.constantFrom('x', 'trailer', 'transfer-encoding', '__proto__'), any),
          ),
          body: any,
          text: any,
        },
        { requiredKeys: [] },
      ),
    ),
    set: orAny(
      fc.dictionary(fc.constantFrom('runs/run-AtRest', 'x/y', '__proto__/a', 'oauth-tokens/ot-1'), any),
    ),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(goodStep, anyStep);
const state = fc.record(
  {
    about: any,
    ledger: orAny(
      fc.dictionary(
        fc.constantFrom(
          'world',
          'lives',
          'clock',
          'matches',
          'limits',
          'laid-steps',
          'session',
          '__proto__',
          'other',
        ),
        orAny(
          fc.dictionary(
            fc.constantFrom(
              'at',
              'offset',
              'frozen',
              'startedAt',
              'ts-Waiting',
              'runs/run-AtRest',
              '__proto__',
            ),
            orAny(
              fc.record({ index: fc.integer(), since: fc.integer(), reads: fc.integer() }),
              fc.record({
                type: fc.constant('runs'),
                id: fc.constant('run-AtRest'),
                attributes: fc.dictionary(fc.string(), any),
              }),
              fc.integer(),
              fc.double(),
            ),
          ),
        ),
      ),
    ),
  },
  { requiredKeys: [] },
);
const expectation = fc.record(
  { on, where, count: any, min: any, max: any, order: orAny(fc.array(on, { minLength: 1, maxLength: 3 })) },
  { requiredKeys: ['on'] },
);
const scenario = orAny(
  fc.constantFrom('default', 'all-passed', '../../etc/passwd', '__proto__'),
  fc.record({ scenario: fc.constant('told'), steps: fc.array(step, { maxLength: 2 }) }),
);
const wish = fc.record(
  { name: orAny(fc.constantFrom('one', 'two', '__proto__', '..')), scenario, seed: orAny(fc.nat()) },
  { requiredKeys: [] },
);
const explained = fc.record(
  {
    method: orAny(fc.constantFrom('GET', 'get', 'POST')),
    url: orAny(
      fc.constantFrom(
        '/api/v2/ping',
        '/~x/v1/modules/a/b/c/1.0.0',
        'http://evil.test/v1/modules',
        '//x',
        '/~',
        '/a\\b',
      ),
    ),
    headers: orAny(fc.dictionary(fc.constantFrom('authorization', '__proto__', 'x'), fc.string())),
    body: any,
  },
  { requiredKeys: ['method', 'url'] },
);
const move = fc.oneof(
  fc.record({ advance: duration }),
  fc.record({
    set: orAny(fc.constantFrom('2026-03-02T09:00:00Z', '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z')),
  }),
);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A call of a route as it is meant, but for its body. */
function route(
  method: string,
  rest: string,
  body: fc.Arbitrary<unknown> = fc.constant(undefined),
): fc.Arbitrary<Call> {
  return fc.record({
    method: fc.constant(method),
    path: session.map((name) => `/sessions/${name}${rest}`),
    body,
  });
}

const meant = fc.oneof(
  fc.record({ method: fc.constant('POST'), path: fc.constant('/sessions'), body: wish }),
  route('PUT', '/scenario', fc.oneof(fc.record({ name: scenario }), fc.record({ scenario }))),
  route('PUT', '/state', state),
  route('GET', '/state'),
  route('POST', '/clock', move),
  route('POST', '/steps', step),
  route('DELETE', '/steps'),
  route('POST', '/signals/go'),
  route('POST', '/verify', expectation),
  route('POST', '/explain', explained),
  route('POST', '/reset'),
  route('GET', '/journal?after=2&outcome=refused'),
  route('GET', '/report'),
  route('GET', ''),
);
const stray = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  path: fc.constantFrom(
    ...['/health', '/sessions', '', '/', '/sessions/', '//x', '/sessions/main/nothing'],
    ...['/sessions/main/journal?after=-1&outcome=x', '/sessions/main/journal?after=9007199254740993'],
    ...['/sessions/main/signals/__proto__', '/sessions/main/clock', '/sessions/two'],
  ),
  body: any,
});

/** Every now and then a session is read, so that what was put into it must be shown. */
const reading = fc.constantFrom(
  '/api/v2/runs/run-AtRest/task-stages?include=policy_evaluations',
  '/v1/modules',
  '/api/v2/oauth-tokens/ot-1',
);

test(
  'any call of the control API is answered, without a failure of restage, with problems as a list of texts',
  async () => {
    const call = fc.oneof({ weight: 5, arbitrary: meant }, { weight: 1, arbitrary: stray });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 4 }), reading, async (calls, read) => {
        for (const { method, path, body } of calls) {
          const answer = await ask(
            method,
            `/__restage${path}`,
            Buffer.from(body === undefined ? '' : JSON.stringify(body)),
          );
          if (answer.status < 400) continue;
          const { errors } = JSON.parse(answer.body) as { errors: unknown[] };
          expect(errors.length).toBeGreaterThan(0);
          expect(errors).toEqual(errors.map(() => expect.any(String) as string));
        }
        for (const session of ['', '/~one']) await ask('GET', session + read, undefined);
      }),
      runs(250),
    );
    expect(said).toEqual([]);
    expect((await ask('POST', '/__restage/sessions/main/reset', undefined)).status).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
  patience,
);

async function ask(
  method: string,
  target: string,
  body: Buffer | undefined,
): Promise<{ status: number; body: string }> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    'host: localhost',
    'authorization: Bearer demo',
    'content-type: application/json',
    'connection: close',
    `content-length: ${body?.length ?? 0}`,
  ].join('\r\n');
  const answer = await send(port, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body ?? Buffer.alloc(0)]));
  expect(answer.status, `${method} ${target} ${answer.body}`).not.toBe(500);
  expect(answer.whole, `${method} ${target}`).toBe(true);
  return { status: answer.status ?? 0, body: answer.body };
}
