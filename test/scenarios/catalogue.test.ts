import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listScenarios } from '../../src/edges/scenario-files.js';

const tests = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
const page = readFileSync(join(import.meta.dirname, '../../docs/scenarios.md'), 'utf8');

test('every scenario that comes with the package is in the catalogue, and nothing else is', async () => {
  const catalogue = page.slice(page.indexOf('## The catalogue'));

  const rows = [...catalogue.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);

  expect(rows.toSorted()).toEqual((await listScenarios()).map(({ name }) => name).toSorted());
});

test('every scenario that comes with the package is played by a test', async () => {
  const scenarios = await listScenarios();

  expect(scenarios.filter(({ name }) => !tests.includes(`play('${name}')`))).toEqual([]);
});
