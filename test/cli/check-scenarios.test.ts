import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory } from '../e2e/command.js';
import { type Ran, run, workIn } from './run.js';

/** Runs check in a directory with these files. */
async function check(files: Record<string, string>, ...paths: string[]): Promise<Ran> {
  workIn(emptyDirectory());
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(resolve(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  return run('check', ...paths);
}

const broken = 'scenario: broken\nseed: soon\nsteps:\n  - { on: registry.modules.list, respnd: {} }\n';

test('a scenario without problems is checked and that is all', async () => {
  expect(await check({ 'story.yaml': 'scenario: story\n' }, 'story.yaml')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'restage: 1 checked, no problems\n',
  });
});

test('every problem is a line with file, line and column, and makes the status 1', async () => {
  const { status, stdout, stderr } = await check({ 'stories/broken.yaml': broken }, 'stories/broken.yaml');

  expect(status).toBe(1);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^stories\/broken\.yaml:2:7 seed: found "soon", expected /),
    expect.stringMatching(
      /^stories\/broken\.yaml:4:\d+ steps\[0\](\.respnd)?: found .*respnd.*, expected respond/,
    ),
    '',
  ]);
  expect(stderr).toBe('restage: 1 checked, 2 problems\n');
});

test('of a directory the files that are ours are checked, however deep, and others are left alone', async () => {
  const { status, stdout } = await check(
    {
      'all/deep/broken.yaml': 'scenario: broken\nseed: soon\n',
      'all/compose.yaml': 'services: { db: { image: postgres } }\n',
      'all/notes.md': 'scenario: [',
      'all/.hidden/broken.yaml': broken,
      'all/node_modules/broken.yaml': broken,
    },
    'all',
  );

  expect(status).toBe(1);
  expect(stdout).toMatch(/^all\/deep\/broken\.yaml:2:7 [^\n]*\n$/);
});

test('a file that is named is checked even if nothing shows that it is a scenario', async () => {
  const { status, stdout } = await check({ 'compose.yaml': 'services: {}\n' }, 'compose.yaml');

  expect(status).toBe(1);
  expect(stdout).toContain('compose.yaml:1:1');
});

test('without a path, what lies where it usually does is checked', async () => {
  const { status, stdout } = await check({
    'scenarios/broken.yaml': 'scenario: broken\nseed: soon\n',
    'restage.yaml': 'port: none\n',
    'elsewhere/broken.yaml': broken,
  });

  expect(status).toBe(1);
  expect(stdout).toMatch(/^scenarios\/broken\.yaml:2:7 [^\n]*\nrestage\.yaml:1:7 port: [^\n]*\n$/);
});

test('nothing to check is wrong usage', async () => {
  const { status, stderr } = await check({ 'elsewhere/broken.yaml': broken });

  expect(status).toBe(2);
  expect(stderr).toBe(
    'restage: there is nothing to check: name files or directories, or have scenarios, fixtures, restage.yaml here\n',
  );
});

test('a path that is not there is wrong usage, and nothing is checked', async () => {
  const { status, stdout, stderr } = await check({ 'broken.yaml': broken }, 'broken.yaml', 'stories');

  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toBe('restage: there is nothing at stories that could be checked\n');
});

test('a module of a scenario is looked for beside the scenario', async () => {
  const modules = (source: string): string =>
    `scenario: s\nregistry:\n  modules:\n    - { module: a/b/c, source: ${source}, versions: [1.0.0] }\n`;

  const { status, stdout } = await check(
    { 'all/here/main.tf': '', 'all/good.yaml': modules('./here'), 'all/lost.yaml': modules('./gone') },
    'all',
  );

  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^all\/lost\.yaml:4:\d+ registry\.modules\[0\]\.source: found "\.\/gone", which is not there/,
  );
});

test('the bundled scenarios have no problems', async () => {
  const { status, stdout } = await run('check', resolve(import.meta.dirname, '../../scenarios'));

  expect([status, stdout]).toEqual([0, '']);
});
