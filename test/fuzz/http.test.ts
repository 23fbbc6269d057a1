import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../../src/start.js';
import { judgeAnswer } from './judge.js';
import { anyRequest, bytesOf } from './requests.js';
import { patience, runs } from './runs.js';
import { type Answer, send } from './send.js';

/** A story in which every kind of thing that takes a request apart is on. */
const story = {
  scenario: 'fuzzed',
  seed: 7,
  platform: {
    tokens: [{ token: 'demo' }, { token: 'reader', may: ['read'], sees: ['run-AtRest'] }],
    runs: [
      {
        id: 'run-AtRest',
        workspace: 'ws-1',
        stages: [
          {
            id: 'ts-Waiting',
            stage: 'post_plan',
            life: [
              { pending: '2 reads' },
              { awaiting_override: 'override' },
              { running: '3 reads' },
              'passed',
            ],
            tasks: [{ id: 'taskrs-1', name: 'guard', enforcement: 'advisory', ends: 'passed' }],
            policies: [
              {
                id: 'poleval-1',
                kind: 'opa',
                ends: 'failed',
                sets: [
                  {
                    id: 'psout-1',
                    name: 'rails',
                    overridable: true,
                    outcomes: [{ policy: 'p', level: 'mandatory', status: 'failed' }],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    'oauth-clients': [{ id: 'oc-1', organization: 'acme', tokens: [{ id: 'ot-1', user: 'octocat' }] }],
  },
  registry: { modules: [{ module: 'acme/network/aws', versions: ['1.0.0', '1.2.0'] }] },
  steps: [
    {
      on: 'platform.oauth-tokens.update',
      where: { body: { '$.data.id': 'x*' } },
      respond: { status: 418, body: {} },
    },
    {
      on: 'platform.task-stages.override',
      where: { body: { comment: 'no' } },
      respond: { status: 409, body: {} },
    },
    { on: 'GET /v1/modules/*/*/*/versions', where: { query: { q: '*' } }, headers: { 'x-seen': 'yes' } },
    { on: 'platform.task-stages.override', chance: 0.5, respond: { status: 503, text: 'later' } },
    { on: 'platform.oauth-tokens.show', chance: 0.3, set: { 'oauth-tokens/ot-1': { 'has-ssh-key': true } } },
  ],
};

let running: Running;
let port: number;
const said: string[] = [];

beforeAll(async () => {
  running = await start({ port: 0, memory: true, explain: true, warn: (text) => said.push(text) });
  port = Number(new URL(running.url).port);
  await running.call('PUT', '/sessions/main/scenario', { scenario: story });
});

afterAll(() => running.close());

test(
  'any request gets a whole answer, never a failure of restage, and every error in the shape of its API',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const answer = await send(port, bytesOf(request));
        judge(answer, request.target, request.method);
      }),
      runs(700),
    );
    expect(said).toEqual([]);
  },
  patience,
);

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(4),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('\r\n', '\r\n\r\n', '\n', ' ', ':', '\0', 'transfer-encoding: chunked\r\n')
      .map((text) => Buffer.from(text)),
  ),
});

test(
  'any bytes get an answer in the shape of an API or a closed connection',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (request, changes) => {
          const bytes = changes.reduce((before, { at, cut, put }) => {
            const place = Math.floor(at * before.length);
            return Buffer.concat([before.subarray(0, place), put, before.subarray(place + cut)]);
          }, bytesOf(request));
          const answer = await send(port, bytes);
          if (answer.status !== undefined) judgeStatus(answer);
        },
      ),
      runs(300),
    );
    expect(said).toEqual([]);
    const ping = 'GET /api/v2/ping HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer demo\r\n\r\n';
    expect((await send(port, Buffer.from(ping))).status).toBe(204);
  },
  patience,
);

function judgeStatus({ status, body }: Answer): void {
  expect(status, body).not.toBe(500);
}

/** Two answers of the story are scripted, and no errors of restage's own. */
function judge(answer: Answer, target: string, method: string): void {
  if (answer.status === 418 || answer.body === 'later') return;
  judgeAnswer(answer, target, method);
}
