import { expect, test } from 'vitest';
import { running } from '../running.js';

const journal = '/__restage/sessions/main/journal';

test('an entry says what was asked, what answered and why', async () => {
  const server = await running();
  await server.get('/api/v2/task-stages/ts-AtRest?include=task_results');
  await server.get('/elsewhere');

  const { status, at } = await server.get(journal);

  expect(status).toBe(200);
  expect(at('next')).toBe(2);
  expect(at('entries.0')).toEqual({
    seq: 1,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    method: 'GET',
    path: '/api/v2/task-stages/ts-AtRest',
    query: 'include=task_results',
    operation: 'platform.task-stages.show',
    status: 200,
    source: 'emulated',
    outcome: 'answered',
    ms: expect.any(Number) as number,
  });
  expect(at('entries.1')).toMatchObject({
    operation: null,
    status: 501,
    source: 'refused',
    outcome: 'refused',
  });
});

test('entries after a number, of an outcome, and what to ask for next', async () => {
  const server = await running();
  for (const path of ['/api/v2/ping', '/a', '/api/v2/ping', '/b']) await server.get(path);

  const after = await server.get(`${journal}?after=2`);
  const refused = await server.get(`${journal}?outcome=refused`);
  const none = await server.get(`${journal}?after=4`);

  expect(after.at('entries.*.seq')).toEqual([3, 4]);
  expect(refused.at('entries.*.path')).toEqual(['/a', '/b']);
  expect([none.at('entries'), none.at('next')]).toEqual([[], 4]);
});

test('the journal holds the last thousand requests, the report counts all', async () => {
  const server = await running();
  for (let time = 0; time < 1005; time++) await server.get('/api/v2/ping');

  const kept = (await server.get(journal)).at('entries.*.seq') as number[];
  const report = await server.get('/__restage/sessions/main/report');

  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, 6, 1005]);
  expect(report.at('requests')).toEqual({
    total: 1005,
    byOperation: { 'platform.ping': 1005 },
    byStatus: { 204: 1005 },
    bySource: { emulated: 1005 },
  });
});

test('no secret comes into the journal, the report, a verification or the log', async () => {
  const logged: string[] = [];
  const server = await running({ log: (session, entry) => logged.push(JSON.stringify([session, entry])) });
  const secret = 'made-up-secret';
  const query = `token=${secret}&page[number]=1&client_secret=${secret}&q=shown&data%5Bssh-key%5D=${secret}`;
  await server.ask(
    'PATCH',
    '/api/v2/oauth-tokens/ot-Robot',
    { data: { type: 'oauth-tokens', attributes: { 'ssh-key': secret } } },
    { authorization: `Bearer ${secret}` },
  );
  await server.get(`/nowhere?${query}`, {
    authorization: `Bearer restage-main:${secret}`,
    cookie: `a=${secret}`,
  });

  const shown = [
    await server.get(journal),
    await server.get('/__restage/sessions/main/report'),
    await server.ask('POST', '/__restage/sessions/main/verify', { on: 'GET /nowhere', count: 9 }),
    await server.get('/__restage/sessions/main/state'),
  ].map(({ text }) => text);

  expect(shown.concat(logged).filter((text) => text.includes(secret))).toEqual([]);
  expect(shown[0]).toContain(
    'token=REDACTED&page[number]=1&client_secret=REDACTED&q=shown&data%5Bssh-key%5D=REDACTED',
  );
  expect(logged).toHaveLength(2);
});

test.each([
  ['after=x', 'after: found "x", expected a number'],
  ['outcome=lost', 'outcome: found "lost", expected one of answered, faulted, refused, rejected'],
])('what makes no sense is answered 422: %s', async (query, why) => {
  const server = await running();

  const refused = await server.get(`${journal}?${query}`);

  expect([refused.status, refused.at('errors')]).toEqual([422, [why]]);
});

test('an event stream tells every entry as it comes, and ends with the session', async () => {
  const server = await running();
  await server.call('POST', '/sessions', { name: 'live' });
  await server.get('/~live/api/v2/ping');
  const stream = await server.fetch(
    new Request('http://127.0.0.1/__restage/sessions/live/journal', {
      headers: { accept: 'text/event-stream' },
    }),
  );
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (part: string | undefined): Promise<void> => {
    while (part === undefined || !text.includes(part)) {
      const { done, value } = (await reader.read()) as { done: boolean; value: string | undefined };
      if (done) return;
      text += value ?? '';
    }
  };

  await readUntil('"path":"/api/v2/ping"');
  await server.get('/~live/elsewhere');
  await readUntil('"path":"/elsewhere"');
  await server.call('DELETE', '/sessions/live');
  await readUntil(undefined);

  const events = text.split('\n\n').filter((event) => event !== '');
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  expect(events.map((event) => /^id: (\d+)$/m.exec(event)?.[1])).toEqual(['1', '2']);
  expect(events[1]).toContain('"path":"/elsewhere"');
});
