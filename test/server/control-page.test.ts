import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('docs/control-api.md lists every call of the control API, and no other', () => {
  const room = join(root, 'src/server/control');
  const code = readdirSync(room)
    .map((file) => readFileSync(join(room, file), 'utf8'))
    .join('\n');
  const routes = [...code.matchAll(/\bapp\.(get|post|put|delete)\('([^']+)'/g)].map(
    ([, method = '', path = '']) =>
      `${method.toUpperCase()} /__restage${path.replace(/:(\w+)/g, (_, name: string) => name.toUpperCase())}`,
  );
  const page = readFileSync(join(root, 'docs/control-api.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z]+ \/__restage[^`]*)` \|/gm)].map(([, call = '']) => call);

  expect(rows.length).toBeGreaterThan(10);
  expect(rows.sort()).toEqual(routes.sort());
});
