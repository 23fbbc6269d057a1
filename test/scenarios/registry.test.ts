import { expect, test } from 'vitest';
import { play } from './play.js';

interface ModuleList {
  readonly meta: { readonly limit: number; readonly next_url?: string };
  readonly modules: readonly { readonly id: string }[];
}

test('registry-modules: the pages hold every module once, in its highest version', async () => {
  const story = await play('registry-modules');
  const ids: string[] = [];

  for (let next: string | undefined = '/v1/modules/?limit=7'; next !== undefined; ) {
    const page = (await story.get(next)).body as ModuleList;
    ids.push(...page.modules.map(({ id }) => id));
    next = page.meta.next_url;
  }

  expect(ids).toHaveLength(18);
  expect(ids).toContain('acme/network/aws/1.10.0');
});

test('registry-modules: verified and search narrow the list', async () => {
  const story = await play('registry-modules');

  const verified = (await story.get('/v1/modules/?verified=true&limit=100')).body as ModuleList;
  const found = (await story.get('/v1/modules/search?q=bucket')).body as ModuleList;

  expect(verified.modules).toHaveLength(6);
  expect(found.modules.map(({ id }) => id)).toEqual(['acme/bucket/aws/1.0.0', 'acme/bucket/google/1.0.0']);
});

test('registry-modules: a module with a source shows its inputs, outputs and readme', async () => {
  const story = await play('registry-modules');

  const { body } = await story.get('/v1/modules/acme/network/aws/1.2.0');

  const { root, submodules } = body as { root: Record<string, unknown[]>; submodules: unknown[] };
  expect(root['inputs']).not.toHaveLength(0);
  expect(root['outputs']).not.toHaveLength(0);
  expect(root['readme']).toContain('network');
  expect(submodules).not.toHaveLength(0);
});
