import { expect, test } from 'vitest';
import { listScenarios } from '../../src/edges/scenario-files.js';
import { run } from './run.js';

test('every scenario that can be named is listed with what it tells', async () => {
  const known = await listScenarios();

  const { stdout, status } = await run('scenarios');

  expect(status).toBe(0);
  expect(known.map(({ name }) => name)).toContain('awaiting-override');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual(known.map(({ name, about }) => [name, about]));
  expect(known.filter(({ about }) => about === '')).toEqual([]);
});
