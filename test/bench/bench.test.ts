import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareNode } from './contestants/limits.mjs';
import { serving } from './contestants/restage.mjs';
import { goodAnswer } from './harness/capture.mjs';
import { compare, type Contestant } from './harness/compare.mjs';
import { firstAnswer } from './harness/first-answer.mjs';
import { oneByOne } from './harness/one-by-one.mjs';
import { markdown } from './harness/report.mjs';
import { pairedRatio, percentile } from './harness/statistics.mjs';
import { stagePath } from './work/documents.mjs';
import { plainStory, writeScenario } from './work/scenarios.mjs';

const run = promisify(execFile);
const restage = resolve('dist/cli/main.js');
const quiet = { rounds: 1, progress: () => undefined };

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'restage-bench-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs the whole bench and returns what it printed and what it wrote. */
async function bench(...args: string[]): Promise<{ readonly text: string; readonly report: unknown }> {
  const main = join(import.meta.dirname, 'main.mjs');
  const { stdout } = await run(process.execPath, [main, '--quick', '--out', dir, ...args]);
  expect(readFileSync(join(dir, 'bench.md'), 'utf8')).toBe(stdout);
  return { text: stdout, report: JSON.parse(readFileSync(join(dir, 'bench.json'), 'utf8')) };
}

test('restage and a bare server with the same bytes are measured side by side', async () => {
  const path = stagePath(1);
  const ours = serving({ dir, restage }, writeScenario(dir, 'plain', plainStory));
  const answer = await firstAnswer(ours, (url) => goodAnswer(url, path));
  const bare = bareNode({ dir }, { [path]: answer });

  const measured = await compare(quiet, [ours, bare], async (server) => {
    expect(await goodAnswer(server.url, path)).toMatchObject({ status: 200, body: answer.body });
    return { ...(await oneByOne(server.url, [{ path }], { seconds: 0.3 })), idle: server.rss() };
  });

  expect(measured.map(({ name, failed }) => ({ name, failed }))).toEqual([
    { name: 'restage serve', failed: undefined },
    { name: 'bare node:http', failed: undefined },
  ]);
  for (const one of measured) {
    expect(one.of('bad')).toBe(0);
    expect(one.of('requests')).toBeGreaterThan(10);
    expect(one.of('p99')).toBeGreaterThanOrEqual(one.of('p50'));
    expect(one.of('idle')).toBeGreaterThan(10);
  }
});

test('every second round goes the other way, and one that cannot run does not stop the others', async () => {
  const started: string[] = [];
  const contestant = (name: string): Contestant => ({
    name,
    role: 'peer',
    start: () => {
      started.push(name);
      if (name === 'broken') return Promise.reject(new Error('no such\n  thing'));
      const zero = (): number => 0;
      return Promise.resolve({ url: '', pid: 0, rss: zero, peak: zero, cpu: zero, stop: async () => {} });
    },
  });

  const measured = await compare(
    { ...quiet, rounds: 3 },
    ['a', 'broken', 'b'].map(contestant),
    async (_, { name }) => ({ rps: name === 'a' ? started.length : 0 }),
  );

  expect(started).toEqual(['a', 'broken', 'b', 'b', 'a', 'a', 'b']);
  expect(measured.map(({ failed }) => failed)).toEqual([undefined, 'no such; thing', undefined]);
  expect(measured[0]?.all('rps')).toEqual([1, 5, 6]);
  expect(measured[0]?.of('rps')).toBe(5);
  const column = { name: 'req/s', of: (one: { of(metric: string): number }) => one.of('rps'), digits: 1 };
  const result = { table: { columns: [column], measured }, checks: [] };
  expect(markdown({}, [{ number: 1, name: 'x', goal: 'y', result }])).toContain(
    '| req/s |\n| ---: |\n| 5.0 |\n| 0.0 |\n\n- not runnable: broken: no such; thing\n',
  );
});

test('a row that cannot run says why', async () => {
  const { text, report } = await bench('--rows', '4', '--restage', join(dir, 'none.js'));

  const why = `${join(dir, 'none.js')} is not there; run "npm run build"`;
  expect(text).toContain(`not runnable: ${why}`);
  expect(report).toMatchObject({ rows: [{ number: 4, notRunnable: why }] });
});

test('ratios are those of the same round, percentiles lie between neighbours', () => {
  expect(pairedRatio([10, 30, 90], [10, 10, 10])).toBe(3);
  expect(pairedRatio([10, 10], [20, 40])).toBe(0.375);
  expect(percentile([4, 1, 3, 2], 50)).toBe(2.5);
  expect(percentile([], 50)).toBeNaN();
});

test.each([
  [['--nope'], "Unknown option '--nope'"],
  [['--rows', '1,99'], 'there is no row 99, only 1, 2'],
])('%j is told of with what there is', async (args, said) => {
  await expect(bench(...args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`^[^\\n]*${said}[^]*usage: npm run bench`)) as string,
  });
});
