import { expect, test } from 'vitest';
import { running } from '../running.js';

const main = '/__restage/sessions/main';

test.each<
  [what: string, method: string, path: string, body: string, type: string, status: number, why: string]
>([
  [
    'a write that is no JSON',
    'POST',
    `${main}/clock`,
    '{"advance":',
    'application/json',
    400,
    'the body is not JSON',
  ],
  [
    'a write of another type',
    'POST',
    `${main}/reset`,
    '{}',
    'text/plain',
    415,
    'Content-Type: application/json',
  ],
  [
    'a call that there is not',
    'POST',
    `${main}/clok`,
    '{}',
    'application/json',
    404,
    'the control API has no POST',
  ],
  [
    'a session that cannot be',
    'POST',
    '/__restage/sessions/a%2Fb/reset',
    '{}',
    'application/json',
    404,
    'there is no session',
  ],
])('%s is told so', async (_, method, path, body, type, status, why) => {
  const server = await running();

  const refused = await server.ask(method, path, body, { 'content-type': type });

  expect(refused.status).toBe(status);
  expect(refused.at('errors.0')).toContain(why);
});

test('health says what runs', async () => {
  const server = await running({ scenario: 'all-passed' });

  const health = await server.get('/__restage/health');

  expect(JSON.parse(health.text)).toMatchObject({ status: 'ok', mode: 'serve', scenario: 'all-passed' });
});
