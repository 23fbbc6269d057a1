import { expect, test } from 'vitest';
import { emptyDirectory, startServer } from './command.js';

async function control(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/__restage/sessions/main${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

async function get(url: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url + path, { headers: { authorization: 'Bearer admin' } });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

test('what the control API has answered survives a kill -9: clock, signals, steps, and a reset', async () => {
  const args = ['serve', '--scenario', 'awaiting-override', '--state', emptyDirectory()];
  const stage = '/api/v2/task-stages/ts-5Hc1';
  const stages = '/api/v2/runs/run-7Kq2/task-stages';

  const first = await startServer(args);
  await control(first.url, 'POST', '/clock', { advance: '90s' });
  await control(first.url, 'POST', '/steps', { name: 'laid', on: 'platform.ping', respond: { status: 418 } });
  await first.stop('SIGKILL');

  const second = await startServer(args);
  const afterClock = await control(second.url, 'GET', '');
  const ping = await get(second.url, '/api/v2/ping');
  await get(second.url, stage);
  await get(second.url, stage);
  await fetch(`${second.url}${stage}/actions/override`, {
    method: 'POST',
    headers: { authorization: 'Bearer admin', 'content-type': 'application/vnd.api+json' },
  });
  await control(second.url, 'POST', '/signals/go', {});
  await control(second.url, 'DELETE', '/steps');
  await second.stop('SIGKILL');

  const third = await startServer(args);
  const afterSignal = await get(third.url, stages);
  const pingAgain = await get(third.url, '/api/v2/ping');
  await control(third.url, 'POST', '/reset', {});
  await third.stop('SIGKILL');

  const fourth = await startServer(args);
  const afterReset = await control(fourth.url, 'GET', '');

  expect(afterClock).toMatchObject({ clock: { now: '2026-03-02T09:01:30.000Z', frozen: true } });
  expect([ping.status, pingAgain.status]).toEqual([418, 204]);
  expect(afterSignal.body).toMatchObject({ data: [{ attributes: { status: 'passed' } }] });
  expect(afterReset).toMatchObject({ clock: { now: '2026-03-02T09:00:00.000Z' } });
  expect(await get(fourth.url, stages)).toMatchObject({
    body: { data: [{ attributes: { status: 'pending' } }] },
  });
});
