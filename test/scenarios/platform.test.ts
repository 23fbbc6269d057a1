import { expect, test } from 'vitest';
import { attributesOf, listOf, play } from './play.js';

test('all-passed: both stages pass at the times at which they were due', async () => {
  const story = await play('all-passed');
  const before = await story.stage('ts-PostPlan1');

  await story.advance('20s');

  const { body } = await story.get('/api/v2/runs/run-AllPassed1/task-stages');
  expect(before).toBe('pending');
  expect(listOf(body).map(({ status }) => status)).toEqual(['passed', 'passed']);
  expect(listOf(body)[0]?.['status-timestamps']).toMatchObject({
    'running-at': '2026-03-02T09:00:04.000Z',
    'passed-at': '2026-03-02T09:00:16.000Z',
  });
});

test('awaiting-override: the stage waits, is overridden, runs and passes', async () => {
  const story = await play('awaiting-override');
  const path = '/api/v2/task-stages/ts-5Hc1';
  const override = `${path}/actions/override`;

  const early = await story.send('POST', override);
  await story.advance('2s');
  const running = [await story.stage('ts-5Hc1'), await story.stage('ts-5Hc1')];
  const outage = await story.get(path);
  const waiting = await story.stage('ts-5Hc1');
  const overridden = await story.send('POST', override, { comment: 'agreed with the owners' });
  const signal = await story.signal('go');

  expect(early.status).toBe(409);
  expect(running).toEqual(['running', 'running']);
  expect(outage.status).toBe(503);
  expect(waiting).toBe('awaiting_override');
  expect(overridden.status).toBe(200);
  expect(attributesOf(overridden.body)).toMatchObject({ status: 'running', actions: { 'is-overridable': false } });
  expect(signal).toBe(200);
  expect(await story.stage('ts-5Hc1')).toBe('passed');
  expect(attributesOf((await story.get('/api/v2/policy-evaluations/poleval-1')).body)['status']).toBe('overridden');
  expect(attributesOf((await story.get('/api/v2/oauth-tokens/ot-1')).body)['has-ssh-key']).toBe(true);
});

test('awaiting-override: a reader sees its run but may not override, and sees no token', async () => {
  const story = await play('awaiting-override');

  const seen = await story.get('/api/v2/task-stages/ts-5Hc1', 'reader');
  const override = await story.send('POST', '/api/v2/task-stages/ts-5Hc1/actions/override', undefined, 'reader');
  const token = await story.get('/api/v2/oauth-tokens/ot-1', 'reader');
  const stranger = await story.get('/api/v2/task-stages/ts-5Hc1', 'nobody');

  expect([seen.status, override.status, token.status, stranger.status]).toEqual([200, 404, 404, 401]);
});

test('mandatory-failure: the stage fails and the later one is never reached', async () => {
  const story = await play('mandatory-failure');

  await story.advance('12s');

  const result = attributesOf((await story.get('/api/v2/task-results/taskrs-Scan2')).body);
  expect(await story.stage('ts-Failed1')).toBe('failed');
  expect(await story.stage('ts-Later1')).toBe('unreachable');
  expect(result).toMatchObject({ status: 'failed', 'workspace-task-enforcement-level': 'mandatory' });
  expect((await story.send('POST', '/api/v2/task-stages/ts-Failed1/actions/override')).status).toBe(409);
});

test('unreachable: one stage ends without ever running, another is canceled by a signal', async () => {
  const story = await play('unreachable');

  await story.advance('30s');
  await story.signal('cancel');

  const stage = attributesOf((await story.get('/api/v2/task-stages/ts-Unreachable1')).body);
  expect(stage['status']).toBe('unreachable');
  expect(stage['status-timestamps']).not.toHaveProperty('running-at');
  expect(await story.stage('ts-Canceled1')).toBe('canceled');
});

test('many-outcomes: the pages hold every outcome once, and filters choose whole sets', async () => {
  const story = await play('many-outcomes');
  const list = '/api/v2/policy-evaluations/poleval-Many1/policy-set-outcomes';
  const names: unknown[] = [];

  for (let next: string | null = `${list}?page%5Bsize%5D=10`; next !== null; ) {
    const { body } = await story.get(next);
    names.push(...listOf(body).map((set) => set['policy-set-name']));
    next = (body as { links: { next: string | null } }).links.next;
  }
  const failed = await story.get(`${list}?filter[0][status]=failed&filter[0][enforcementLevel]=mandatory`);
  const errored = await story.get(`${list}?filter[0][status]=errored`);

  expect(names).toHaveLength(45);
  expect(new Set(names).size).toBe(45);
  expect(listOf(failed.body).map((set) => set['policy-set-name'])).toEqual([
    'costs',
    'images',
    'messages',
    'ports',
    'roles',
    'subnets',
  ]);
  expect(listOf(failed.body)[0]?.['outcomes']).toHaveLength(2);
  expect(listOf(errored.body).map((set) => set['policy-set-name'])).toEqual(['registries']);
});
