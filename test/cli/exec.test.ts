import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { emptyDirectory } from '../e2e/command.js';
import { type Ran, run, workIn } from './run.js';

/** Runs exec in an empty directory, with a directory of its own for temporary files, and sees that nothing stays there. */
async function exec(words: readonly string[], files: Record<string, string> = {}): Promise<Ran> {
  workIn(emptyDirectory());
  const temporary = emptyDirectory();
  vi.stubEnv('TMPDIR', temporary);
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
  const before = readdirSync('.');
  const ran = await run('exec', ...words);
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync('.').filter((file) => !before.includes(file) && file !== 'out')).toEqual([]);
  return ran;
}

const out = (): string => readFileSync('out', 'utf8');
const ask = (path: string): string =>
  `curl -s -o /dev/null -H 'Authorization: Bearer t' "$RESTAGE_URL${path}"`;

const story = `scenario: story
steps:
  - name: slow-down
    on: registry.modules.versions
    nth: [1]
    respond: { status: 429, headers: { retry-after: "1" }, body: { errors: ["slow down"] } }
`;

test('the command finds the server and its session in its environment', async () => {
  vi.stubEnv('TFE_TOKEN', undefined);
  const script = `curl -s -H "Authorization: Bearer $TFE_TOKEN" "$TFE_ADDRESS/api/v2/ping" -o /dev/null -w '%{http_code} ' > out
curl -s "$RESTAGE_CONTROL/sessions/$RESTAGE_SESSION" >> out; grep -c "$RESTAGE_URL/v1/modules/" "$TF_CLI_CONFIG_FILE" >> out`;

  const { status, stderr } = await exec(['--', 'sh', '-c', script]);

  expect(status).toBe(0);
  expect(stderr).toBe('restage: 1 request (1 emulated)\n');
  expect(out()).toMatch(/^204 \{.*"name":"main".*\}\s*1\n$/s);
});

test('a TFE_TOKEN that is set stays', async () => {
  workIn(emptyDirectory());
  vi.stubEnv('TFE_TOKEN', 'mine');

  await exec(['--', 'sh', '-c', 'printf %s "$TFE_TOKEN" > out']);

  expect(out()).toBe('mine');
});

test.each([
  ['the exit status is that of the command', ['sh', '-c', 'exit 7'], 7],
  ['a command that a signal ended has 128 and its number', ['sh', '-c', 'kill -KILL $$'], 137],
  [
    'a status of 127 that the command itself gives is passed on',
    ['sh', '-c', 'nosuchcommand 2>/dev/null'],
    127,
  ],
])('%s', async (_name, words, expected) => {
  const { status, stderr } = await exec(['--', ...words]);

  expect(status).toBe(expected);
  expect(stderr).toBe('restage: no requests\n');
});

test('a command that there is not is 127, with a word of what to do', async () => {
  const { status, stderr } = await exec(['--strict', '--', 'nosuchcommand']);

  expect(status).toBe(127);
  expect(stderr).toBe(
    'restage: there is no command nosuchcommand; check its name and the PATH, or write ./ before a file that lies here\n',
  );
});

test('a file that cannot be executed is 126', async () => {
  const { status, stderr } = await exec(['--', './script'], { script: 'echo' });

  expect(status).toBe(126);
  expect(stderr).toBe('restage: ./script is there but cannot be executed; give it the right with chmod +x\n');
});

test('a strict run that used everything and was refused nothing has the status of its command', async () => {
  const { status, stderr } = await exec(
    ['--strict', '--scenario', './story.yaml', '--', 'sh', '-c', ask('/v1/modules/a/b/c/versions')],
    { 'story.yaml': story },
  );

  expect(stderr).toBe('restage: 1 request (1 scripted)\n');
  expect(status).toBe(0);
});

test('a refusal makes a strict run fall short, and is told with its reason', async () => {
  const { status, stderr } = await exec(['--strict', '--', 'sh', '-c', ask('/nowhere')]);

  expect(status).toBe(3);
  expect(stderr).toMatch(
    /^restage: 1 request \(1 refused\)\n {2}refused GET \/nowhere: GET \/nowhere belongs to neither of the two APIs /,
  );
});

test('a step that nobody used makes a strict run fall short, and is named', async () => {
  const { status, stderr } = await exec(['--strict', '--scenario', './story.yaml', '--', 'true'], {
    'story.yaml': story,
  });

  expect(status).toBe(3);
  expect(stderr).toBe('restage: no requests\n  unused step slow-down\n');
});

test('without --strict the same is told and nothing more', async () => {
  const { status, stderr } = await exec(['--scenario', './story.yaml', '--', 'sh', '-c', ask('/nowhere')], {
    'story.yaml': story,
  });

  expect(status).toBe(0);
  expect(stderr).toContain('refused GET /nowhere');
  expect(stderr).toContain('unused step slow-down');
});

test('what sessions saw counts though they were reset or deleted', async () => {
  const script = [
    ask('/~b/v1/modules/a/b/c/versions'),
    ask('/~b/nowhere'),
    'curl -s -o /dev/null -X DELETE "$RESTAGE_CONTROL/sessions/b"',
    ask('/nowhere?access_token=made-up-secret'),
    'curl -s -o /dev/null -X POST -H "Content-Type: application/json" "$RESTAGE_CONTROL/sessions/main/reset"',
  ].join('\n');

  const { status, stderr } = await exec(
    ['--strict', '--scenario', './story.yaml', '--', 'sh', '-c', script],
    {
      'story.yaml': story,
    },
  );

  expect(status).toBe(3);
  expect(stderr).toContain('restage: 3 requests (1 scripted, 2 refused)\n');
  expect(stderr.match(/refused GET/g)).toHaveLength(2);
  expect(stderr).not.toContain('unused');
  expect(stderr).not.toContain('made-up-secret');
});

test('the refusals that are alike are few lines', async () => {
  const script = `for n in 1 2 3 4 5 6 7 8 9 10 11 12; do ${ask('/nowhere/$n')}; done`;

  const { stderr } = await exec(['--', 'sh', '-c', script]);

  expect(stderr.match(/refused GET/g)).toHaveLength(10);
  expect(stderr).toContain('  … and 2 more like this\n');
});

test('what a command leaves running ends with it', async () => {
  await exec(['--', 'sh', '-c', 'sleep 1000 & echo $! > out']);

  expect(() => process.kill(Number(out()), 0)).toThrow('ESRCH');
});

test('a log that is asked for shows each request, without secrets', async () => {
  const { stderr } = await exec([
    '--log',
    'pretty',
    '--',
    'sh',
    '-c',
    ask('/v1/modules/search?q=x&access_token=made-up-secret'),
  ]);

  expect(stderr).toMatch(
    /^GET +200 {2}emulated +[\d.]+ ms {2}registry\.modules\.search {2}\/v1\/modules\/search\?q=x&access_token=REDACTED$/m,
  );
});

test('the ready file is there while the command runs', async () => {
  const { status } = await exec(['--ready-file', 'ready.json', '--', 'cp', 'ready.json', 'out']);

  expect(status).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    mode: 'serve',
    platform: expect.stringMatching(/\/api\/v2$/) as unknown,
  });
});

test('a ready file that cannot be written says so before the command runs', async () => {
  const { status, stderr } = await exec(['--ready-file', 'nowhere/ready.json', '--', 'touch', 'out']);

  expect(status).toBe(1);
  expect(stderr).toContain('restage: the ready file nowhere/ready.json cannot be written: ENOENT');
  expect(readdirSync('.')).not.toContain('out');
});

test('a signal that comes before the command was started keeps it from being started', async () => {
  const under = exec(['--', 'touch', 'out']);
  const before = process.listenerCount('SIGTERM');
  while (process.listenerCount('SIGTERM') === before) await new Promise((resolve) => setImmediate(resolve));
  process.emit('SIGTERM', 'SIGTERM');

  const { status } = await under;

  expect(status).toBe(143);
  expect(readdirSync('.')).not.toContain('out');
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
