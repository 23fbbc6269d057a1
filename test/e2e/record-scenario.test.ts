import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory, startServer } from './command.js';
import { rawRequest } from './raw-request.js';

const headers = { authorization: 'Bearer admin' };
const stage = '/api/v2/task-stages/ts-5Hc1';
const story = `scenario: story
clock: 2026-03-02T09:00:00Z
frozen: true
platform:
  runs:
    - id: run-1
      stages:
        - id: ts-5Hc1
          stage: post_plan
          life: [pending: 2s, running: 2 reads, awaiting_override: override, running: signal go, passed]
`;

async function status(base: string): Promise<string> {
  const { body } = await rawRequest(base + stage, { headers });
  const { data } = JSON.parse(body.toString()) as { data: { attributes: { status: string } } };
  return data.attributes.status;
}

async function statuses(base: string, count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < count; i++) seen.push(await status(base));
  return seen;
}

const override = (base: string) =>
  rawRequest(`${base}${stage}/actions/override`, { method: 'POST', headers });
const control = (base: string, path: string, body: object) =>
  rawRequest(`${base}/__restage/sessions/main/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function startBackend(cwd: string) {
  writeFileSync(join(cwd, 'story.yaml'), story);
  return startServer(['serve', '--scenario', 'story.yaml', '--memory', '--log', 'silent'], { cwd });
}

/** Records a stage from pending over the override to passed: what was seen before the override, and after it. */
async function recorded(cwd: string) {
  const backend = await startBackend(cwd);
  const recorder = await startServer(
    ['record', '--platform', backend.url, '--registry', backend.url, '--log', 'silent'],
    { cwd },
  );
  const before = await statuses(recorder.url, 1);
  await control(backend.url, 'clock', { advance: '2s' });
  before.push(...(await statuses(recorder.url, 4)));
  const overridden = await override(recorder.url);
  const after = await statuses(recorder.url, 1);
  await control(backend.url, 'signals/go', {});
  after.push(...(await statuses(recorder.url, 1)));
  await recorder.stop();
  await backend.stop();
  return { before, overridden, after };
}

test('a replay shows the world after the override only to who has overridden, however often it is polled', async () => {
  const cwd = emptyDirectory();
  const { before, overridden, after } = await recorded(cwd);
  const replay = await startServer(['replay', '--log', 'silent'], { cwd });

  const polledMore = await statuses(replay.url, before.length + 5);
  const again = await override(replay.url);
  const afterwards = await statuses(replay.url, after.length + 2);
  const hasty = await statuses(`${replay.url}/~hasty`, 1);
  await override(`${replay.url}/~hasty`);
  const hastyAfter = await statuses(`${replay.url}/~hasty`, 1);

  expect(overridden.status).toBe(200);
  expect(before.at(-1)).toBe('awaiting_override');
  expect(after.at(-1)).toBe('passed');
  expect(polledMore.slice(0, before.length)).toEqual(before);
  expect(new Set(polledMore.slice(before.length))).toEqual(new Set(['awaiting_override']));
  expect(again.body.toString()).toBe(overridden.body.toString());
  expect(afterwards).toEqual([...after, 'passed', 'passed']);
  expect([...hasty, ...hastyAfter]).toEqual([before[0], after[0]]);
});

test('a sequence is served to concurrent polls turn by turn, none twice and none left out', async () => {
  const cwd = emptyDirectory();
  const { before } = await recorded(cwd);
  const replay = await startServer(['replay', '--end', 'refuse', '--log', 'silent'], { cwd });

  const polled = await Promise.all(before.map(() => status(replay.url)));
  const usedUp = await rawRequest(replay.url + stage, { headers });

  expect(polled.sort()).toEqual([...before].sort());
  expect(usedUp.status).toBe(501);
  expect(usedUp.headers['restage-refusal']).toBe('used-up');
  expect(usedUp.body.toString()).toContain('already used up');
});

test('steps lie over what is passed through: delayed, patched and made up answers', async () => {
  const cwd = emptyDirectory();
  const backend = await startBackend(cwd);
  writeFileSync(
    join(cwd, 'over.yaml'),
    `scenario: over
steps:
  - on: platform.task-stages.show
    nth: [2]
    respond: { status: 503, headers: { content-type: text/html }, text: "<html>down</html>" }
  - on: platform.task-stages.show
    patch: { "$.data.attributes.status": "unreachable" }
    headers: { x-touched: "yes" }
`,
  );
  const args = ['passthrough', '--platform', backend.url, '--scenario', 'over.yaml', '--explain', '--memory'];
  const through = await startServer([...args, '--log', 'silent'], { cwd });

  const patched = await rawRequest(through.url + stage, { headers });
  const down = await rawRequest(through.url + stage, { headers });
  const ping = await rawRequest(`${through.url}/api/v2/ping`, { headers });

  expect(JSON.parse(patched.body.toString())).toMatchObject({
    data: { attributes: { status: 'unreachable' } },
  });
  expect(patched.headers['x-touched']).toBe('yes');
  expect(patched.headers['restage-source']).toContain('upstream; step=');
  expect(down.status).toBe(503);
  expect(ping.status).toBe(204);
  expect(ping.headers['restage-source']).toBe('upstream');
});
