import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Ended, emptyDirectory } from './command.js';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');

/** A run of exec whose command has said where it is. */
interface Started {
  readonly restage: ChildProcess;
  /** What the command printed first, a line of words. */
  readonly said: string[];
  readonly ended: Promise<Ended>;
  /** What lies in the directory for temporary files. */
  readonly left: () => string[];
}

/** Starts a shell script by exec and waits for its first line. */
async function startExec(script: string): Promise<Started> {
  const temporary = emptyDirectory();
  const restage = spawn(
    process.execPath,
    [main, 'exec', '--ready-file', 'ready.json', '--', 'sh', '-c', script],
    {
      cwd: temporary,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void restage.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  restage.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(restage, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    stderr,
  }));
  const said = await new Promise<string[]>((resolve) => {
    restage.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes('\n')) resolve(stdout.split('\n')[0]?.split(' ') ?? []);
    });
  });
  return { restage, said, ended, left: () => readdirSync(temporary) };
}

/** Says the number of the shell and where the server is, and then waits in a process of its own. */
const wait = 'sleep 1000 & echo "$$ $! $RESTAGE_URL"; wait $!';

/** Whether a process runs; one that has ended and that nobody has asked about yet does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function expectNothingLeft({ said: [shell, sleeper, url = ''], left }: Started): Promise<void> {
  expect([shell, sleeper].filter((pid) => isRunning(Number(pid)))).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(left()).toEqual([]);
}

test('SIGTERM is passed on to the command, whose own ending counts', async () => {
  const run = await startExec(`trap 'exit 5' TERM; ${wait}`);

  run.restage.kill('SIGTERM');

  const { status, stderr } = await run.ended;
  expect([status, stderr.replace(/^Terminated\n/, '')]).toEqual([5, 'restage: no requests\n']); // the shell tells of its sleeper
  await expectNothingLeft(run);
});

test('a command that SIGINT ends makes the status 130', async () => {
  const run = await startExec(wait);

  run.restage.kill('SIGINT');

  expect((await run.ended).status).toBe(130);
  await expectNothingLeft(run);
});

test('a command that is killed ends the run, and what it started ends too', async () => {
  const run = await startExec(wait);

  process.kill(Number(run.said[0]), 'SIGKILL');

  expect((await run.ended).status).toBe(137);
  await expectNothingLeft(run);
});

test('the command reads what exec is given to read', async () => {
  const restage = spawn(process.execPath, [main, 'exec', '--', 'cat'], { cwd: emptyDirectory() });
  let stdout = '';
  restage.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  restage.stdin.end('from above');

  const [status] = (await once(restage, 'close')) as [number];

  expect([status, stdout]).toEqual([0, 'from above']);
});

/** The packages of which a command line loads something, by themselves or in a bundle, seen by Node's own loader. */
async function packagesLoadedBy(...words: string[]): Promise<string[]> {
  const load = `export async function load(url, context, next) {
    if (url.startsWith('file:')) (await import('node:fs')).writeSync(2, 'loaded ' + url + '\\n');
    return next(url, context);
  }`;
  const hook = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(load)}));`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, main, ...words],
    { cwd: emptyDirectory(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  const files = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url = '']) => url);
  expect(files.some((url) => url.endsWith('/cli/main.js'))).toBe(true);
  const texts = files.map((url) => `${url}\n${readFileSync(new URL(url), 'utf8')}`).join('\n');
  return heavy.filter((name) => texts.includes(`node_modules/${name}/`));
}

/** Packages that cost time to load and that few commands need. */
const heavy = ['undici', 'chokidar', '@secretlint/secretlint-rule-preset-recommend', 'pkijs', 'pino'];

test('a command loads only the packages that it uses', async () => {
  const [version, serve, json] = await Promise.all([
    packagesLoadedBy('--version'),
    packagesLoadedBy('exec', '--', 'true'),
    packagesLoadedBy('exec', '--log', 'json', '--', 'true'),
  ]);

  expect(version).toEqual([]);
  expect(serve).toEqual([]);
  expect(json).toEqual(['pino']);
});
