import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restage, RestageError, type RestageOptions, type Stand } from '../../src/index.js';
import { temporaryDirectory } from '../edges/temporary-directory.js';

async function stood(
  options: { [K in keyof RestageOptions]?: RestageOptions[K] | undefined } = {},
): Promise<Stand> {
  const stand = await restage({ scenario: 'awaiting-override', listen: false, ...options } as RestageOptions);
  onTestFinished(() => stand.close());
  return stand;
}

const stagePath = '/api/v2/task-stages/ts-5Hc1';
/** Answered alike every time: the scenario's steps leave it alone. */
const evaluationsPath = `${stagePath}/policy-evaluations`;

interface StageDocument {
  readonly data: {
    readonly attributes: { readonly status: string };
    readonly links: { readonly self: string };
  };
}

async function stageOf(stand: Stand, init: RequestInit = {}): Promise<StageDocument> {
  const response = await stand.fetch(stagePath, init);
  expect(response.status).toBe(200);
  return (await response.json()) as StageDocument;
}

async function statusOf(stand: Stand): Promise<string> {
  return (await stageOf(stand)).data.attributes.status;
}

async function errorOf(
  promise: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RestageError);
  const { code, message } = error as RestageError;
  return { code, message };
}

test('without a socket, requests are answered in process', async () => {
  const stand = await stood();

  expect(await statusOf(stand)).toBe('pending');
  await expect(fetch(stand.platform)).rejects.toThrow('fetch failed');
});

test('with a socket, the base addresses are ready to use', async () => {
  const stand = await stood({ listen: true });
  const headers = { authorization: 'Bearer admin' };

  const stage = await fetch(`${stand.platform}/task-stages/ts-5Hc1`, { headers });
  const search = await fetch(new URL('search?q=network', stand.registry));
  const downloads = await fetch(new URL('acme/network/aws/downloads/summary', stand.registryV2));
  const health = await fetch(`${stand.control}/health`);

  expect([stage.status, search.status, downloads.status, health.status]).toEqual([200, 200, 200, 200]);
  expect(stand.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(stand.platform).toBe(`${stand.url}/api/v2`);
  expect(stand.registry).toBe(`${stand.url}/v1/modules/`);
  expect(stand.ca).toBeUndefined();
});

test('fetch takes a path, an address of the stand and a Request, and tells the session apart from others', async () => {
  const stand = await stood({ listen: true });
  const b = await stand.session('b');

  const answers = [
    await b.fetch(evaluationsPath),
    await b.fetch(new URL(b.url + evaluationsPath)),
    await b.fetch(new Request(stand.url + evaluationsPath)),
    await b.fetch(`/~main${evaluationsPath}`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(b.journal().entries.length).toBe(3);
  expect(stand.journal().entries.length).toBe(1);
});

test('fetch brings a token that sees everything, unless the request has one of its own or an empty one', async () => {
  const stand = await stood();
  const statusWith = async (authorization: string): Promise<number> =>
    (await stand.fetch(evaluationsPath, { headers: { authorization } })).status;

  expect((await stand.fetch(evaluationsPath)).status).toBe(200);
  expect(await statusWith('Bearer reader')).toBe(200);
  expect(await statusWith('Bearer nobody')).toBe(401);
  expect(await statusWith('')).toBe(401);
});

test('a session beside the first has its own world, clock, seed and links', async () => {
  const stand = await stood();
  const other = await stand.session('b', { seed: 9 });
  await other.clock.advance('2s');

  expect(await statusOf(stand)).toBe('pending');
  expect(await statusOf(other)).toBe('running');
  expect([stand.seed, other.seed]).toEqual([7, 9]);
  expect([stand.scenario, other.scenario]).toEqual(['awaiting-override', 'awaiting-override']);
  expect(other.clock.now().getTime() - stand.clock.now().getTime()).toBe(2000);
  expect((await stageOf(stand)).data.links.self).toBe(stagePath);
  expect((await stageOf(other)).data.links.self).toBe(`/~b${stagePath}`);
  expect(other.platform).toBe(`${stand.url}/~b/api/v2`);
});

test('a whole life: the clock, reads, an override and a signal move the stage on', async () => {
  const stand = await stood();
  const seen = [await statusOf(stand)];
  await stand.clock.advance(2000);
  seen.push(await statusOf(stand));
  expect((await stand.fetch(stagePath)).status).toBe(503); // the scenario's third show
  seen.push(await statusOf(stand), await statusOf(stand));
  const override = await stand.fetch(`${stagePath}/actions/override`, { method: 'POST' });
  seen.push(await statusOf(stand));
  const moved = stand.signal('go');
  seen.push(await statusOf(stand));

  expect(override.status).toBe(200);
  expect(moved).toBe(1);
  expect(seen).toEqual(['pending', 'running', 'running', 'awaiting_override', 'running', 'passed']);
});

test('the clock tells where it was moved to, and refuses what is no duration', async () => {
  const { clock } = await stood();

  expect((await clock.advance('1.5s')).toISOString()).toBe('2026-03-02T09:00:01.500Z');
  expect((await clock.advance(500)).toISOString()).toBe('2026-03-02T09:00:02.000Z');
  expect((await clock.set(new Date('2026-03-03T00:00:00Z'))).toISOString()).toBe('2026-03-03T00:00:00.000Z');
  expect((await errorOf(clock.advance('soon'))).code).toBe('bad-call');
});

test('the journal holds what was asked and goes on where it was left', async () => {
  const stand = await stood();
  await stand.fetch(stagePath);
  const { entries, next } = stand.journal();
  await stand.fetch('/nowhere?client_secret=made-up');
  const later = stand.journal(next).entries;

  expect(entries).toMatchObject([
    {
      method: 'GET',
      path: stagePath,
      operation: 'platform.task-stages.show',
      status: 200,
      source: 'emulated',
    },
  ]);
  expect(later).toMatchObject([{ path: '/nowhere', query: 'client_secret=REDACTED', outcome: 'refused' }]);
});

test('the report counts, and names refusals and unused steps', async () => {
  const stand = await stood();
  await stand.fetch(stagePath);
  await stand.fetch('/nowhere');
  const { requests, refusals, unused } = stand.report();

  expect(requests).toMatchObject({ total: 2, bySource: { emulated: 1, refused: 1 } });
  expect(refusals.map(({ path }) => path)).toEqual(['/nowhere']);
  expect(unused.steps.length).toBe(4);
});

test('steps can be laid before the scenario, verified and taken away', async () => {
  const stand = await stood();
  await stand.step({ on: 'platform.task-stages.show', respond: { status: 500, text: 'down' } });
  const during = await stand.fetch(stagePath);
  await stand.clearSteps();
  const after = await stand.fetch(stagePath);

  expect([during.status, after.status]).toEqual([500, 200]);
  expect(await stand.verify({ on: 'platform.task-stages.show', count: 2 })).toMatchObject({
    ok: true,
    found: 2,
  });
  expect(await stand.verify({ on: 'platform.task-stages.override', min: 1 })).toMatchObject({ ok: false });
  expect(
    await stand.verify({ order: ['platform.task-stages.show', 'platform.task-stages.show'] }),
  ).toMatchObject({
    ok: true,
  });
});

test('wrong steps and expectations are refused with a line for each problem', async () => {
  const stand = await stood();

  const step = await errorOf(stand.step({ on: 'platform.nothing', times: -1 }));
  const verified = await errorOf(stand.verify({ on: 'platform.nothing', count: 1 }));

  expect(step.code).toBe('bad-call');
  expect(step.message.split('\n').length).toBeGreaterThan(1);
  expect(verified).toMatchObject({
    code: 'bad-call',
    message: expect.stringContaining('platform.nothing') as string,
  });
});

test('a state is given out and put back; a reset begins again', async () => {
  const stand = await stood();
  await stand.clock.advance('2s');
  const state = await stand.state();
  await stand.reset();
  const reset = await statusOf(stand);
  await stand.restore(state);

  expect(reset).toBe('pending');
  expect(await statusOf(stand)).toBe('running');
  expect((await errorOf(stand.restore({ no: 'state' }))).code).toBe('bad-call');
});

test('another scenario is played by name or as plain data', async () => {
  const stand = await stood();
  await stand.play('all-passed');
  const named = stand.scenario;
  await stand.play({ scenario: 'own', platform: { runs: [] } });

  expect(named).toBe('all-passed');
  expect(stand.scenario).toBe('own');
  expect((await stand.fetch(stagePath)).status).toBe(404);
  expect((await errorOf(stand.play('nothing-such'))).code).toBe('bad-call');
});

test('a session that is there is opened as it is, but not with a wish', async () => {
  const stand = await stood();
  const first = await stand.session('b');
  await first.clock.advance('2s');

  expect(await statusOf(await stand.session('b'))).toBe('running');
  expect(await errorOf(stand.session('b', { seed: 1 }))).toEqual({
    code: 'conflict',
    message: 'there is a session "b" already',
  });
  expect((await errorOf(stand.session('no spaces'))).code).toBe('bad-call');
});

test('a signal that nothing waits for is a conflict', async () => {
  const stand = await stood();

  expect(() => stand.signal('go')).toThrow(
    new RestageError('conflict', 'no lifecycle in session main waits for the signal "go" now'),
  );
});

test('closing frees the port; closing again does nothing; a closed stand says so', async () => {
  const stand = await stood({ listen: true });
  const other = await stand.session('b');
  await other.close();
  await other.close();
  const stillThere = (await stand.fetch(stagePath)).status;
  await stand.close();
  await stand[Symbol.asyncDispose]();

  expect(stillThere).toBe(200);
  await expect(fetch(stand.url)).rejects.toThrow('fetch failed');
  expect((await errorOf(other.fetch(stagePath))).code).toBe('closed');
  expect((await errorOf(stand.fetch(stagePath))).code).toBe('closed');
  expect((await errorOf(stand.clock.advance(1))).code).toBe('closed');
  expect((await errorOf(stand.session('c'))).code).toBe('closed');
  expect(() => other.journal()).toThrow(RestageError);
});

test('state is kept in a directory only when one is named', async () => {
  const cwd = temporaryDirectory();
  const first = await stood({ cwd, state: 'kept' });
  await first.clock.advance('2s');
  await first.close();
  const again = await stood({ cwd, state: 'kept' });
  const status = await statusOf(again);
  await again.close();
  await (await stood({ cwd })).close();

  expect(status).toBe('running');
  expect(existsSync(join(cwd, 'kept'))).toBe(true);
  expect(existsSync(join(cwd, '.restage'))).toBe(false);
});

test('what cannot start is told by its code', async () => {
  const cwd = temporaryDirectory();
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((listening) => taken.once('listening', listening));
  const { port } = taken.address() as AddressInfo;
  const locked = await stood({ cwd, state: 'kept' });

  const codes = [
    await errorOf(restage({ scenario: 'awaiting-overide' })),
    await errorOf(restage({ port })),
    await errorOf(restage({ host: '192.0.2.1' })),
    await errorOf(restage({ cwd, state: 'kept' })),
  ].map(({ code }) => code);

  expect(codes).toEqual(['scenario-unknown', 'port-in-use', 'address-unusable', 'state-locked']);
  expect(await statusOf(locked)).toBe('pending');
});

test("the process's own Request and Response are left alone", async () => {
  const before = [globalThis.Request, globalThis.Response];
  await stood({ listen: true });

  expect([globalThis.Request, globalThis.Response]).toEqual(before);
});

test('a stand in front of another records it, and a third replays the recording without it', async () => {
  const cwd = temporaryDirectory();
  const backend = await stood({ listen: true });
  const recorder = await stood({
    mode: 'record',
    scenario: undefined,
    platform: backend.url,
    registry: backend.url,
    cwd,
  });
  const headers = { authorization: 'Bearer admin' };
  const recorded = await stageOf(recorder, { headers });
  await recorder.close();
  await backend.close();
  const replayed = await stood({ mode: 'replay', scenario: undefined, cwd });

  expect(await stageOf(replayed)).toEqual(recorded);
  expect((await replayed.fetch('/api/v2/task-stages/ts-never')).status).toBe(501);
  expect(replayed.report()).toMatchObject({
    requests: { bySource: { recorded: 1, refused: 1 } },
    unused: { fixtures: [] },
  });
});

test('options that cannot be are told together, also to callers without types', async () => {
  const wrong = { mode: 'rekord', seed: -1, port: 70_000, bodyLimit: 0.5, colour: 'red' };

  expect(await errorOf(restage(wrong as RestageOptions))).toEqual({
    code: 'bad-option',
    message: [
      'restage() cannot take these options:',
      'mode: found "rekord", expected one of serve, record, replay, passthrough',
      'seed: found -1, expected a whole number from 0 to 4294967295',
      'port: found 70000, expected a whole number from 0 to 65535',
      `bodyLimit: found 0.5, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
      'colour: there is no such option',
    ].join('\n'),
  });
  expect((await errorOf(restage({ mode: 'record' }))).code).toBe('bad-option');
});

test('with tls, clients that are given its ca are answered over https', async () => {
  const cwd = temporaryDirectory();
  const stand = await stood({ listen: true, tls: true, cwd, state: 'kept' });
  const get = (ca: Buffer | undefined): Promise<number | undefined> =>
    new Promise((done, fail) => {
      https
        .get(`${stand.url}/v1/modules/search?q=network`, { ca, agent: false }, (response) => {
          response.resume();
          done(response.statusCode);
        })
        .on('error', fail);
    });

  expect(stand.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(stand.ca).toBe(join(cwd, 'kept/ca.pem'));
  expect(await get(readFileSync(stand.ca ?? ''))).toBe(200);
  await expect(get(undefined)).rejects.toThrow('self-signed certificate in certificate chain');
  expect((await stand.fetch(stagePath)).status).toBe(200);
});
