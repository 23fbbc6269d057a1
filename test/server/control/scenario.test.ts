import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../edges/temporary-directory.js';
import { running } from '../running.js';

const own = { scenario: 'own', platform: { runs: [{ id: 'run-own' }] } };

function scenarioFile(name: string): { cwd: string; file: string } {
  const cwd = temporaryDirectory();
  const file = join(cwd, name);
  writeFileSync(file, JSON.stringify({ ...own, scenario: 'from-file' }));
  return { cwd, file };
}

test('a session plays another bundled scenario, or one handed over, from its beginning', async () => {
  const server = await running();

  const named = await server.ask('PUT', '/__restage/sessions/main/scenario', { name: 'all-passed' });
  const stage = await server.get('/api/v2/task-stages/ts-PostPlan1');
  const inline = await server.ask('PUT', '/__restage/sessions/main/scenario', { scenario: own });
  const run = await server.get('/api/v2/runs/run-own');

  expect([named.at('scenario'), stage.status, inline.at('scenario'), run.status]).toEqual([
    'all-passed',
    200,
    'own',
    200,
  ]);
  expect((await server.get('/__restage/sessions/main/journal')).at('entries')).toHaveLength(1);
});

test.each(['absolute', './file.json', 'file.json', 'plain'])(
  'the control API reads no file, whatever it is asked for: %s',
  async (asked) => {
    const { cwd, file } = scenarioFile(asked === 'plain' ? 'plain' : 'file.json');
    const server = await running({ cwd });
    const name = asked === 'absolute' ? file : asked;

    const put = await server.ask('PUT', '/__restage/sessions/main/scenario', { name });
    const post = await server.ask('POST', '/__restage/sessions', { name: 'x', scenario: name });

    expect([put.status, post.status]).toEqual([422, 422]);
    expect(put.at('errors')).toEqual([expect.stringContaining('found no scenario of that name, expected')]);
    expect(put.text).not.toContain('or a file');
    expect((await server.get('/__restage/sessions/x')).status).toBe(404);
  },
);

test('the file that the server was started with may be named again', async () => {
  const { cwd, file } = scenarioFile('mine.yaml');
  const server = await running({ cwd, scenario: file });

  const again = await server.ask('POST', '/__restage/sessions', { name: 'x', scenario: file, seed: 4 });
  const seeded = await server.ask('POST', '/__restage/sessions', { name: 'y', seed: 5 });

  expect([again.at('scenario'), again.at('seed')]).toEqual(['from-file', 4]);
  expect([seeded.at('scenario'), seeded.at('seed')]).toEqual(['from-file', 5]);
});

test('somebody in the same process may name a file', async () => {
  const { cwd, file } = scenarioFile('mine.yaml');
  const server = await running({ cwd });

  await server.call('PUT', '/sessions/main/scenario', { name: file });

  expect((await server.get('/__restage/sessions/main')).at('scenario')).toBe('from-file');
});

test('a scenario with problems is answered 422 with all of them, and nothing changes', async () => {
  const server = await running();

  const answer = await server.ask('PUT', '/__restage/sessions/main/scenario', {
    scenario: {
      scenario: 'bad',
      seed: -1,
      steps: [{ on: 'platform.pong' }, { on: 'platform.ping', nth: [0] }],
    },
  });

  expect(answer.status).toBe(422);
  expect(answer.at('errors')).toEqual([
    'scenario seed: found -1, expected a whole number from 0 to 4294967295',
    expect.stringMatching(
      /^scenario steps\[0\]\.on: found "platform\.pong", expected platform\.ping, another operation/,
    ),
    'scenario steps[1].nth[0]: found 0, expected a whole number from 1',
  ]);
  expect((await server.get('/__restage/sessions/main')).at('scenario')).toBe('default');
});

test('reset starts a session again: world, clock, counts, steps that were laid, and journal', async () => {
  const server = await running({ scenario: 'awaiting-override' });
  const main = '/__restage/sessions/main';
  await server.ask('POST', `${main}/clock`, { advance: '2s' });
  await server.ask('POST', `${main}/steps`, { on: 'platform.ping', respond: { status: 418 } });
  const versions = '/v1/modules/acme/network/aws/versions';
  for (let time = 0; time < 3; time++) await server.get(versions);

  const reset = await server.ask('POST', `${main}/reset`, {});

  const admin = { authorization: 'Bearer admin' };
  const stage = await server.get('/api/v2/task-stages/ts-5Hc1', admin);
  const ping = await server.get('/api/v2/ping', admin);
  const limited = await server.get(versions);
  expect(reset.at('clock')).toEqual({ now: '2026-03-02T09:00:00.000Z', frozen: true });
  expect([stage.at('data.attributes.status'), ping.status, limited.status]).toEqual(['pending', 204, 429]);
  expect((await server.get(`${main}/journal`)).at('entries.*.seq')).toEqual([1, 2, 3]);
});
