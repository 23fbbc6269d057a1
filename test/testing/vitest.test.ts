import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'restage-vitest-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const project = {
  'package.json': '{ "name": "project", "type": "module" }',
  'own.test.mjs': `
import { expect } from 'vitest';
import { restageTest } from 'restage/vitest';

const test = restageTest({ scenario: 'awaiting-override' });
const evaluations = '/api/v2/task-stages/ts-5Hc1/policy-evaluations';
const urls = [];

test('moves its own clock', async ({ restage }) => {
  urls.push(restage.url);
  await restage.clock.advance('2s');
  expect(restage.clock.now().toISOString()).toBe('2026-03-02T09:00:02.000Z');
});

test('sees nothing of another test', async ({ restage }) => {
  urls.push(restage.url);
  expect(restage.clock.now().toISOString()).toBe('2026-03-02T09:00:00.000Z');
  expect(restage.journal().entries).toEqual([]);
});

test('shares the server with other tests, in a session named after itself', async ({ restage }) => {
  expect(restage.name).toBe('shares-the-server-with-other-tests-in-a-session-named-af-1');
  const [first, second] = urls.map((url) => new URL(url));
  expect(first.origin).toBe(second.origin);
  expect(first.pathname).not.toBe(second.pathname);
  const gone = await fetch(first.origin + '/__restage/sessions' + first.pathname.replace('~', ''));
  expect(gone.status).toBe(404);
});

test('answers over a socket', async ({ restage }) => {
  const response = await fetch(restage.url + evaluations, { headers: { authorization: 'Bearer admin' } });
  expect(response.status).toBe(200);
  expect(restage.journal().entries.length).toBe(1);
});

test('needs no stand', () => {});

test.concurrent.for([1, 2, 3])('runs beside others: %i', async (seconds, { restage, expect }) => {
  await restage.clock.advance(seconds + 's');
  expect(restage.clock.now().getUTCSeconds()).toBe(seconds);
});

test('is tried again in a fresh session', { retry: 1 }, async ({ restage, task }) => {
  expect(restage.clock.now().getUTCSeconds()).toBe(0);
  await restage.clock.advance('1s');
  if (!task.meta.tried) {
    task.meta.tried = true;
    throw new Error('for the first time');
  }
});

test('fails by itself', async ({ restage }) => {
  const response = await restage.fetch(evaluations);
  expect(response.status).toBe(418);
});

test('asks what nobody answers', async ({ restage }) => {
  const response = await restage.fetch('/api/v2/projects');
  expect(response.ok).toBe(false);
});
`,
  'allowed.test.mjs': `
import { expect } from 'vitest';
import { restageTest } from 'restage/vitest';

const test = restageTest({ allowRefusals: true, listen: false });

test('may ask what nobody answers', async ({ restage }) => {
  const response = await restage.fetch('/api/v2/projects');
  expect(response.status).toBe(501);
  expect(response.headers.get('restage-refusal')).toBe('no-operation');
});
`,
  'broken.test.mjs': `
import { restageTest } from 'restage/vitest';

restageTest({ scenario: 'awaiting-overide' })('cannot start', ({ restage }) => restage.reset());
`,
  'plain.test.mjs': `
import { expect } from 'vitest';
import { test } from 'restage/vitest';

test('plays the default scenario', ({ restage }) => {
  expect(restage.scenario).toBe('default');
});
`,
};

interface Ran {
  readonly status: string;
  readonly failure: string;
}

const ran = new Map<string, Ran>();
let printed = '';

beforeAll(async () => {
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(root, join(directory, 'node_modules/restage'));
  symlinkSync(join(root, 'node_modules/vitest'), join(directory, 'node_modules/vitest'));
  for (const [file, text] of Object.entries(project)) writeFileSync(join(directory, file), text);
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=ran.json',
    ],
    { cwd: directory, env: { ...process.env, CI: '1', NO_COLOR: '1', VITEST: undefined } },
  );
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await new Promise((closed) => child.on('close', closed));
  const { testResults } = JSON.parse(readFileSync(join(directory, 'ran.json'), 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly title: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  for (const { title, status, failureMessages } of testResults.flatMap((file) => file.assertionResults)) {
    ran.set(title, { status, failure: failureMessages.join('\n') });
  }
}, 120_000);

function titlesThat(status: string): string[] {
  return [...ran].filter(([, one]) => one.status === status).map(([title]) => title);
}

test('each test has a session of its own on a shared server', () => {
  expect(titlesThat('passed').sort()).toEqual([
    'answers over a socket',
    'is tried again in a fresh session',
    'may ask what nobody answers',
    'moves its own clock',
    'needs no stand',
    'plays the default scenario',
    'runs beside others: 1',
    'runs beside others: 2',
    'runs beside others: 3',
    'sees nothing of another test',
    'shares the server with other tests, in a session named after itself',
  ]);
});

test('a test whose session saw an unexpected refusal fails and says why', () => {
  expect(titlesThat('failed').sort()).toEqual([
    'asks what nobody answers',
    'cannot start',
    'fails by itself',
  ]);
  expect(ran.get('asks what nobody answers')?.failure).toMatch(
    /^Error: restage had no answer for:\n {2}GET \/api\/v2\/projects: GET \/api\/v2\/projects belongs to neither/,
  );
});

test('the journal of a test that failed is printed, of a failed attempt too, and no other', () => {
  expect(printed).toMatch(
    /restage: session fails-by-itself-1 saw 1 request\n {2}GET \/api\/v2\/task-stages\/ts-5Hc1\/policy-evaluations -> 200 \(emulated\)\n/,
  );
  expect(printed).toMatch(
    /restage: session asks-what-nobody-answers-1 saw 1 request\n {2}GET \/api\/v2\/projects -> 501 \(refused\) /,
  );
  const sessions = [...printed.matchAll(/restage: session (\S+) saw/g)].map(([, session]) => session);
  expect(sessions.sort()).toEqual([
    'asks-what-nobody-answers-1',
    'fails-by-itself-1',
    'is-tried-again-in-a-fresh-session-1',
  ]);
});

test('a server that cannot start fails the test with the reason', () => {
  expect(ran.get('cannot start')?.failure).toContain('awaiting-overide: found no scenario of that name');
});
