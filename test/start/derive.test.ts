import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/exchange/json.js';
import { start, type StartOptions } from '../../src/start.js';
import { temporaryDirectory } from '../edges/temporary-directory.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const headers = { authorization: 'Bearer any' };
const outcomes = '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes';

const backend = `scenario: backend
clock: 2026-03-02T09:00:00Z
frozen: true
platform:
  runs:
    - id: run-1
      stages:
        - id: ts-1
          stage: post_plan
          life: [awaiting_override: override, running: signal go, passed]
          policies:
            - id: poleval-1
              kind: opa
              ends: failed
              sets:
                - { id: psout-1, name: one, overridable: true, outcomes: [{ policy: a, level: mandatory, status: failed, query: q }] }
                - { id: psout-2, name: two, overridable: true, outcomes: [{ policy: b, level: advisory, status: passed, query: q }] }
                - { id: psout-3, name: three, overridable: true, outcomes: [{ policy: c, level: advisory, status: passed, query: q }] }
registry:
  modules:
    - { module: acme/network/aws, versions: [1.0.0, 1.2.0] }
`;

let cwd: string;

/** Records the stage, all pages of outcomes two by two, and the versions of a module. */
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'restage-test-'));
  writeFileSync(join(cwd, 'backend.yaml'), backend);
  const real = await start({ scenario: './backend.yaml', cwd, port: 0, memory: true });
  const named = { platform: real.url, registry: real.url };
  const recorder = await start({ mode: 'record', ...named, cwd, listen: false, memory: true });
  for (const path of [
    '/api/v2/task-stages/ts-1?include=policy-evaluations',
    `${outcomes}?page[size]=2`,
    `${outcomes}?page[size]=2&page[number]=2`,
    '/v1/modules/acme/network/aws/versions',
  ]) {
    await (await recorder.fetch(new Request(`http://127.0.0.1${path}`, { headers }))).text();
  }
  await recorder.close();
  await real.close();
  return () => rmSync(cwd, { recursive: true, force: true });
});

async function replaying(more: StartOptions) {
  const running = await start({ mode: 'replay', cwd, listen: false, memory: true, explain: true, ...more });
  onTestFinished(() => running.close());
  return async (path: string, method = 'GET') => {
    const response = await running.fetch(new Request(`http://127.0.0.1${path}`, { method, headers }));
    const body = (await response.json()) as JsonObject;
    return { status: response.status, source: response.headers.get('restage-source'), body };
  };
}

const ids = ({ data }: JsonObject): unknown => (data as JsonObject[]).map(({ id }) => id);
const stageStatus = ({ data }: JsonObject): unknown =>
  ((data as JsonObject)['attributes'] as JsonObject)['status'];

test('with --derive another page size and a filter show what was recorded page by page', async () => {
  const ask = await replaying({ derive: true });

  const page = await ask(`${outcomes}?page[size]=100`);
  const recorded = await ask(`${outcomes}?page[number]=2&page[size]=2`);

  expect(page.source).toBe('derived');
  expect(ids(page.body)).toEqual(['psout-1', 'psout-2', 'psout-3']);
  expect(recorded.source).toMatch(/^recorded; file=/);
});

test('with --derive an override that was never recorded moves the stage, also where the stage itself was recorded', async () => {
  const ask = await replaying({ derive: true });
  const before = await ask('/api/v2/task-stages/ts-1?include=policy-evaluations');

  const overridden = await ask('/api/v2/task-stages/ts-1/actions/override', 'POST');
  const after = [
    await ask('/api/v2/task-stages/ts-1'),
    await ask('/api/v2/task-stages/ts-1?include=policy-evaluations'),
  ];

  expect(before.source).toMatch(/^recorded/);
  expect(stageStatus(before.body)).toBe('awaiting_override');
  expect(overridden).toMatchObject({ status: 200, source: 'derived' });
  expect(after.map(({ source, body }) => `${source} ${String(stageStatus(body))}`)).toEqual([
    'derived running',
    'derived passed',
  ]);
});

test('with --derive what no recording shows is refused, not called absent', async () => {
  const ask = await replaying({ derive: true });

  const unknown = await ask('/api/v2/task-stages/ts-2');

  expect(unknown.status).toBe(501);
  expect(JSON.stringify(unknown.body)).toContain(
    'Nor can it be derived: no recording shows task-stages/ts-2.',
  );
});

test('with --derive a sequence that is used up is refused when that is asked for', async () => {
  const ask = await replaying({ derive: true, end: 'refuse' });
  await ask('/v1/modules/acme/network/aws/versions');

  const usedUp = await ask('/v1/modules/acme/network/aws/versions');

  expect(usedUp).toMatchObject({ status: 501, source: 'refused' });
});

test('a scenario that goes on with serve over recordings answers from both worlds', async () => {
  const ask = await replaying({
    scenario: join(storyIn(temporaryDirectory()), 'story.yaml'),
  });

  const derived = await ask(`${outcomes}?page[size]=1`);
  const own = await ask('/api/v2/task-stages/ts-own');

  expect(derived.source).toBe('derived');
  expect(own).toMatchObject({ status: 200, source: 'emulated' });
});

test('without --derive nothing is answered that was not recorded', async () => {
  const ask = await replaying({});

  const page = await ask(`${outcomes}?page[size]=100`);

  expect(page).toMatchObject({ status: 501, source: 'refused' });
});

function storyIn(directory: string): string {
  writeFileSync(
    join(directory, 'story.yaml'),
    `scenario: story
platform:
  runs:
    - { id: run-own, stages: [{ id: ts-own, stage: pre_plan, life: [passed] }] }
otherwise: serve
`,
  );
  return directory;
}
