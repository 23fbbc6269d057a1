import { expect, test } from 'vitest';
import { fixtureText, put } from '../edges/fixture-text.js';
import { emptyDirectory, runCommand } from './command.js';

test('restage check exits 1 and says file, line and column until the fixture is mended', async () => {
  const cwd = emptyDirectory();
  const text = fixtureText('/api/v2/ping', { json: { ok: true } });
  put(cwd, 'fixtures/platform/ping.json', text.replace('200', '"200"'));

  const broken = await runCommand(['check'], { cwd });

  expect(broken.stdout).toBe(
    'fixtures/platform/ping.json:10:7 exchanges[0].status: found "200", expected a whole number from 200 to 599\n',
  );
  expect(broken.status).toBe(1);
  put(cwd, 'fixtures/platform/ping.json', text);
  expect(await runCommand(['check', 'fixtures'], { cwd })).toMatchObject({ status: 0, stdout: '' });
});
