import { expect, test } from 'vitest';
import { attributesOf, type Play, play } from './play.js';

const sets = '/api/v2/policy-evaluations/poleval-Lists/policy-set-outcomes';

interface PlatformPage {
  readonly data: readonly { readonly id: string }[];
  readonly links: { readonly next: string | null };
  readonly meta: { readonly pagination: { readonly 'next-page': number | null; readonly 'total-count': number } };
}
interface RegistryPage {
  readonly meta: { readonly next_url?: string; readonly next_offset?: number };
  readonly modules: readonly { readonly id: string }[];
}

/** What a client sees that follows every link until there is none, or until it was there before. */
async function walk(story: Play, first: string): Promise<{ pages: string[][]; looped: boolean }> {
  const pages: string[][] = [];
  const seen = new Set<string>();
  for (let next: string | null | undefined = first; next; ) {
    if (seen.has(next)) return { pages, looped: true };
    seen.add(next);
    const { status, body } = await story.get(next);
    expect(status).toBe(200);
    if (next.startsWith('/api/')) {
      const page = body as PlatformPage;
      pages.push(page.data.map(({ id }) => id));
      next = page.links.next;
    } else {
      const page = body as RegistryPage;
      pages.push(page.modules.map(({ id }) => id));
      next = page.meta.next_url;
    }
  }
  return { pages, looped: false };
}

const twice = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

test.each([
  ['platform, by 20', sets, 'psout-Machines', 'psout-New', 24],
  ['platform, by 10', `${sets}?page%5Bsize%5D=10`, 'psout-Encryption', 'psout-New', 24],
  ['registry, by 15', '/v1/modules', 'acme/mesh/aws/1.0.0', 'acme/new/aws/0.1.0', 18],
  ['registry, by 5', '/v1/modules?limit=5', 'acme/certificate/aws/1.0.0', 'acme/new/aws/0.1.0', 18],
])('item-inserted: an item is seen twice and the new one not before a second reading: %s', async (_, list, again, fresh, all) => {
  const story = await play('item-inserted');

  const first = (await walk(story, list)).pages.flat();
  const second = (await walk(story, list)).pages.flat();

  expect(twice(first)).toEqual([again]);
  expect(first).not.toContain(fresh);
  expect([second[0], second.length, twice(second)]).toEqual([fresh, all, []]);
});

test('item-inserted: the total tells that something came in, and the new item can be read', async () => {
  const story = await play('item-inserted');

  const totals = [1, 2, 1].map(async (page) => {
    const { body } = await story.get(`${sets}?page%5Bnumber%5D=${page}`);
    return (body as PlatformPage).meta.pagination['total-count'];
  });

  expect(await Promise.all(totals)).toEqual([23, 24, 24]);
  expect((await story.get('/api/v2/policy-set-outcomes/psout-New')).status).toBe(200);
  expect((await story.get('/v1/modules/acme/new/aws')).status).toBe(404);
  await story.get('/v1/modules?offset=15');
  expect((await story.get('/v1/modules/acme/new/aws')).status).toBe(200);
  expect((await story.get('/v1/modules/acme/new/aws/0.1.0/download')).status).toBe(204);
});

test.each([
  ['platform', sets, 'psout-Messages', 'psout-Backups', 22],
  ['registry', '/v1/modules', 'acme/network/aws/1.0.0', 'acme/bucket/aws/1.0.0', 16],
])('item-deleted: one that is still there is never seen: %s', async (_, list, missed, deleted, all) => {
  const story = await play('item-deleted');

  const first = (await walk(story, list)).pages.flat();
  const second = (await walk(story, list)).pages.flat();

  expect(first).toContain(deleted);
  expect(first).not.toContain(missed);
  expect(second).not.toContain(deleted);
  expect([second.includes(missed), second.length]).toEqual([true, all]);
});

test.each([
  ['platform', sets, 20],
  ['registry', '/v1/modules', 15],
])('last-page-vanishes: the page that was promised is empty, and an end: %s', async (_, list, left) => {
  const story = await play('last-page-vanishes');

  const first = await walk(story, list);
  const second = await walk(story, list);

  expect(first.pages.map((page) => page.length)).toEqual([left, 0]);
  expect(second.pages.map((page) => page.length)).toEqual([left]);
});

test.each([
  ['platform', sets],
  ['registry', '/v1/modules'],
])('next-loops: who follows every link comes back to where they were: %s', async (_, list) => {
  const story = await play('next-loops');

  const { pages, looped } = await walk(story, list.startsWith('/api') ? `${list}?page%5Bnumber%5D=1&page%5Bsize%5D=20` : list);

  expect(looped).toBe(true);
  expect(pages).toHaveLength(2);
});

test('next-loops: the loop stays in the session that was chosen by prefix', async () => {
  const story = await play('next-loops');

  const platform = (await story.get(`/~mine${sets}?page%5Bnumber%5D=2`)).body as PlatformPage;
  const registry = (await story.get('/~mine/v1/modules?offset=15')).body as RegistryPage;

  expect(platform.links.next).toBe(`/~mine${sets}?page%5Bnumber%5D=1&page%5Bsize%5D=20`);
  expect(platform.meta.pagination['next-page']).toBe(1);
  expect(registry.meta).toMatchObject({ next_offset: 15, next_url: '/~mine/v1/modules?offset=15' });
});

test('late-result: ten minutes pass in a moment, the stage has passed, and its result comes later', async () => {
  const story = await play('late-result');
  const result = '/api/v2/task-results/taskrs-Late';
  const statusOf = async (): Promise<unknown> => attributesOf((await story.get(result)).body)['status'];

  await story.advance('10m');
  const early = await story.stage('ts-Late');
  await story.advance('2s');
  const { body } = await story.get('/api/v2/task-stages/ts-Late');
  const asked = [await statusOf(), await statusOf(), await statusOf(), await statusOf()];

  expect(early).toBe('running');
  expect(attributesOf(body)).toMatchObject({
    status: 'passed',
    'status-timestamps': { 'running-at': '2026-03-02T09:00:02.000Z', 'passed-at': '2026-03-02T09:10:02.000Z' },
  });
  expect(asked).toEqual(['running', 'running', 'passed', 'passed']);
  expect(attributesOf((await story.get('/api/v2/task-results/taskrs-InTime')).body)['status']).toBe('passed');
});

test('token-deleted: a token that was just listed is gone, another while it is changed, the rest stay', async () => {
  const story = await play('token-deleted');
  const list = '/api/v2/oauth-clients/oc-Shared/oauth-tokens';
  const ids = async (): Promise<string[]> => ((await story.get(list)).body as PlatformPage).data.map(({ id }) => id);

  const before = await ids();
  const first = await story.get('/api/v2/oauth-tokens/ot-First');
  const change = { data: { type: 'oauth-tokens', attributes: {} } };
  const second = await story.send('PATCH', '/api/v2/oauth-tokens/ot-Second', change);
  const third = await story.get('/api/v2/oauth-tokens/ot-Third');

  expect(before).toEqual(['ot-First', 'ot-Second', 'ot-Third']);
  expect([first.status, second.status, third.status]).toEqual([404, 404, 200]);
  expect(await ids()).toEqual(['ot-Third']);
  const client = (await story.get('/api/v2/oauth-clients/oc-Shared')).body;
  expect(client).toMatchObject({
    data: { relationships: { 'oauth-tokens': { data: [{ id: 'ot-Third', type: 'oauth-tokens' }] } } },
  });
});

test('endless-evaluation: the stage has failed and its evaluation is pending, however long one waits', async () => {
  const story = await play('endless-evaluation');

  await story.advance('7s');
  await story.advance('2d');

  const { body } = await story.get('/api/v2/task-stages/ts-Endless?include=policy_evaluations');
  const { included } = body as { included: { id: string; attributes: { status: string } }[] };
  expect(attributesOf(body)['status']).toBe('failed');
  expect(included.map(({ id, attributes }) => [id, attributes.status])).toEqual([['poleval-Endless', 'pending']]);
});
