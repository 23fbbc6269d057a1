import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('under mixed load with faults nothing leaks, no change is lost, and the journals add up', () => {
  const main = join(import.meta.dirname, 'main.mjs');

  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--seconds', '2'], {
    encoding: 'utf8',
  });

  expect(stderr).toBe('');
  expect(status).toBe(0);
  const figures = JSON.parse(stdout) as { requests: number; changes: number };
  expect(figures.requests).toBeGreaterThan(200);
  expect(figures.changes).toBeGreaterThan(5);
});
