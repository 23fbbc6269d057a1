import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.js';

const scenarios = resolve(import.meta.dirname, '../../scenarios');

test('the schema of a scenario is the one that lies beside the bundled scenarios', async () => {
  const { stdout, status } = await run('schema');

  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`${scenarios}/scenario.schema.json`);
});

test('the schema of restage.yaml is the one that comes with the package (if not: vitest -u)', async () => {
  const { stdout, status } = await run('schema', 'config');

  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`${scenarios}/restage.schema.json`);
});

test('every option of the config has a description that an editor can show', async () => {
  const { properties } = JSON.parse((await run('schema', 'config')).stdout) as {
    properties: Record<string, { description?: string }>;
  };

  const silent = Object.entries(properties).filter(([, { description }]) => description === undefined);

  expect(silent).toEqual([]);
});
