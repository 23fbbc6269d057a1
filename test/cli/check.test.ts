import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureText, put, sha256 } from '../edges/fixture-text.js';
import { temporaryDirectory } from '../edges/temporary-directory.js';
import { run, workIn } from './run.js';

/** What a scanner takes for a token, put together here so that none stands in this file. */
const token = ['ghp', '_', 'abcdefghij0123456789ABCDEFGHIJ012345'].join('');
const ping = 'fixtures/platform/ping.json';
const good = fixtureText('/api/v2/ping', { json: { token: '{{secret:token:0a1b2c3d}}' } });

function working(files: Record<string, string | Uint8Array>): string {
  const directory = temporaryDirectory();
  for (const [file, data] of Object.entries(files)) put(directory, file, data);
  workIn(directory);
  return directory;
}

test('fixtures as they were recorded, with their side files, have no problems', async () => {
  const side = `bodies/${sha256('long')}`;
  working({
    [ping]: good,
    'fixtures/other/get/large.json': fixtureText('/large', { file: side, bytes: 4 }),
    [`fixtures/${side}`]: 'long',
    'fixtures/.gitkeep': '',
  });

  expect(await run('check')).toEqual({ status: 0, stdout: '', stderr: 'restage: 3 checked, no problems\n' });
});

test.each<[string, string, string]>([
  ['text that is no JSON', good.replace('"restage": 1,', '"restage": 1'), '3:3: found text that is not JSON'],
  ['an unknown version', good.replace('1', '2'), '2:3 restage: found version 2, expected 1'],
  [
    'another request',
    good.replace('ping', 'pong'),
    '3:3 request: found a fixture of GET /api/v2/pong, expected it at other/get/api/v2/pong.json',
  ],
  [
    'a side file that is missing',
    fixtureText('/api/v2/ping', { file: `bodies/${'a'.repeat(64)}`, bytes: 1 }),
    '12:7 exchanges[0].file: found no file bodies/',
  ],
  [
    'a secret told by its name',
    good.replace('{{secret:token:0a1b2c3d}}', 'made-up'),
    '9:7 exchanges[0]: found a secret, told by its name or a rule, expected {{secret:token}} in its place',
  ],
  [
    'a cookie',
    good.replace('"headers": {}', '"headers": { "set-cookie": "a=b" }'),
    '11:20 exchanges[0].headers.set-cookie: found a header that is never kept',
  ],
  [
    'what looks like a secret',
    good.replace('{{secret:token:0a1b2c3d}}', '').replace('/ping"', `/ping", "text": "${token}"`),
    'request.text: found what looks like a secret (github)',
  ],
])('a fixture with %s is told with its place, and check exits 1', async (_what, text, problem) => {
  working({ [ping]: text });

  const { status, stdout } = await run('check', 'fixtures');

  expect(stdout).toContain(`${ping}:`);
  expect(stdout).toContain(problem);
  expect(stdout).not.toContain(token);
  expect(status).toBe(1);
});

test('whole directories are scanned for secrets: side files, bytes and whatever else lies there', async () => {
  working({
    'recorded/bodies/text': `first\n${token}`,
    'recorded/bodies/bytes': Buffer.concat([Buffer.from([0, 255, 10]), Buffer.from(token)]),
    'recorded/large': Buffer.concat([Buffer.alloc(4 * 1024 * 1024 - 9, 'x '), Buffer.from(` ${token} `)]),
    'recorded/notes.md': token,
  });

  const { status, stdout } = await run('check', 'recorded');

  expect(stdout.split('\n').map((line) => line.replace(/: found what .*/, ''))).toEqual([
    'recorded/bodies/bytes:2:1',
    'recorded/bodies/text:2:1',
    expect.stringMatching(/^recorded\/large:1:\d+$/) as string,
    'recorded/notes.md:1:1',
    '',
  ]);
  expect(status).toBe(1);
});

test('scenarios and fixtures are told apart, and JSON that is neither is left alone', async () => {
  working({
    'all/story.yaml': 'scenario: one\nsteps: 5\n',
    'all/fixtures/platform/ping.json': '{',
    'all/tsconfig.json': '{ "compilerOptions": {} }',
    'all/notes.txt': 'nothing',
  });

  const { stdout, stderr } = await run('check', 'all');

  expect(stdout).toMatch(
    /^all\/fixtures\/platform\/ping\.json:1:2: found text that is not JSON.*\nall\/story\.yaml:2:8 steps: found 5/,
  );
  expect(stderr).toBe('restage: 4 checked, 2 problems\n');
});

test('checking changes nothing', async () => {
  const directory = working({ [ping]: good });

  await run('check', 'fixtures');

  expect(readdirSync(join(directory, 'fixtures'))).toEqual(['platform']);
});

test('the rules in restage.yaml are checked, and fixtures by them', async () => {
  working({
    'restage.yaml': "redact:\n  headers: [x-plan-key]\n  patterns: ['(a+)+', 'plan_[0-9]{4,9}']\n",
    [ping]: fixtureText('/api/v2/ping', {
      headers: { 'x-plan-key': 'made-up' },
      json: { use: 'plan_12345' },
    }),
  });

  const { status, stdout } = await run('check');

  expect(stdout.split('\n').map((line) => line.replace(/:? ?found.*/, ''))).toEqual([
    `${ping}:12:9 exchanges[0].headers.x-plan-key`,
    `${ping}:9:7 exchanges[0]`,
    'restage.yaml:3:14 redact.patterns[0]',
    '',
  ]);
  expect(status).toBe(1);
});
