import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { type Play, play } from './play.js';

const versions = '/v1/modules/acme/network/aws/versions';
const archive = '/v1/modules/acme/network/aws/1.0.0/archive.tar.gz';
const tokens = '/api/v2/oauth-clients/oc-1/oauth-tokens';

async function statuses(story: Play, path: string, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push((await story.get(path)).status);
  return all;
}

async function journalOf(story: Play): Promise<{ readonly note?: object; readonly path: string }[]> {
  const { body } = await story.get('/__restage/sessions/main/journal');
  return (body as { entries: { note?: object; path: string }[] }).entries;
}

/** How a request ended that got no whole answer. */
async function brokenBy(asked: Promise<Response>): Promise<unknown> {
  try {
    await (await asked).arrayBuffer();
    return undefined;
  } catch (error) {
    return ((error as Error).cause as { code: string }).code;
  }
}

test('rate-limited: the first to ask for versions waits, and then gets them', async () => {
  const story = await play('rate-limited');

  const first = await story.get(versions);
  const second = await story.get(versions);

  expect([first.status, first.headers.get('retry-after'), first.body]).toEqual([429, '1', { errors: ['Too many requests'] }]);
  expect(second.status).toBe(200);
});

test('rate-limited: both limits hold until their windows are over, and the journal notes who came too early', async () => {
  const story = await play('rate-limited');

  const platform = await statuses(story, '/api/v2/ping', 7);
  const { headers } = await story.get('/api/v2/ping');
  const registry = await statuses(story, '/v1/modules', 22);
  await story.advance('10s');
  const after = [await story.get('/api/v2/ping'), await story.get('/v1/modules')];

  expect(platform).toEqual([204, 204, 204, 204, 204, 429, 429]);
  expect(Number(headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(2);
  expect(registry.slice(19)).toEqual([200, 429, 429]);
  expect(after.map(({ status }) => status)).toEqual([204, 200]);
  const early = (await journalOf(story)).filter(({ note }) => note);
  expect(early.map(({ path }) => path)).toEqual(['/api/v2/ping', '/api/v2/ping', '/v1/modules']);
});

test('registry-unavailable: two pages of HTML with 503, then the versions', async () => {
  const story = await play('registry-unavailable');

  const first = await story.get(versions);

  expect([first.status, first.headers.get('content-type')]).toEqual([503, 'text/html']);
  expect(await statuses(story, versions, 3)).toEqual([503, 200, 200]);
});

test('archive-reset: the archive never comes, everything else does', async () => {
  const story = await play('archive-reset');

  const ends = [await brokenBy(story.fetch(archive)), await brokenBy(story.fetch(archive))];

  expect(ends).toEqual(['ECONNRESET', 'ECONNRESET']);
  expect((await story.get(versions)).status).toBe(200);
});

test('archive-truncated: the archive breaks off once, and comes whole then', async () => {
  const story = await play('archive-truncated');

  const first = await story.fetch(archive);
  const promised = Number(first.headers.get('content-length'));
  const end = await brokenBy(Promise.resolve(first));
  const second = Buffer.from(await (await story.fetch(archive)).arrayBuffer());

  expect(end).toBe('UND_ERR_SOCKET');
  expect(promised).toBe(second.length);
  expect(gunzipSync(second).length).toBeGreaterThan(512);
});

test('slow: the wait for versions ends when the clock is advanced', async () => {
  const story = await play('slow');
  let answered = false;
  const asked = story.get(versions).then((answer) => ((answered = true), answer));
  await vi.waitUntil(async () => (await journalOf(story)).length === 1, { interval: 5 });

  await story.advance('29s');
  const early = answered;
  await story.advance('1s');

  expect(early).toBe(false);
  expect((await asked).status).toBe(200);
});

test('slow: the archive comes a piece at a time', async () => {
  const story = await play('slow');

  const answer = await story.fetch(archive);
  const reader = answer.body!.getReader();
  const piece = await reader.read();
  await reader.cancel();

  expect((piece.value as Uint8Array).length).toBe(50);
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
});

test('slow: one answer never comes and another ends in nothing; those after them are there', async () => {
  const story = await play('slow');
  const hanging = story.fetch(tokens);
  const closed = await brokenBy(story.fetch('/api/v2/oauth-tokens/ot-1'));

  const second = await story.get(tokens);

  const first = await Promise.race([hanging, Promise.resolve('nothing yet')]);
  hanging.catch(() => undefined);
  expect([first, closed, second.status]).toEqual(['nothing yet', 'UND_ERR_SOCKET', 200]);
});

test('garbled: what says that it is JSON is none, once', async () => {
  const story = await play('garbled');

  for (const path of [tokens, versions]) {
    const first = await story.fetch(path);
    const text = await first.text();
    const second = await story.get(path);

    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toContain('json');
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(second.body).toBeTypeOf('object');
  }
});

test('flaky: about one request in five fails, and the same ones each time', async () => {
  const fates = async (): Promise<unknown[]> => {
    const story = await play('flaky');
    const all: unknown[] = [];
    for (let time = 0; time < 100; time++) {
      all.push(
        await story.fetch(versions).then(
          ({ status }) => status,
          () => 'closed',
        ),
        (await story.get(tokens)).status,
      );
    }
    return all;
  };

  const first = await fates();

  const failed = first.filter((fate) => fate !== 200);
  expect(new Set(failed)).toEqual(new Set([503, 429, 502, 'closed']));
  expect(failed.length).toBeGreaterThan(20);
  expect(failed.length).toBeLessThan(60);
  expect(await fates()).toEqual(first);
});
