import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../edges/temporary-directory.js';
import { type Asked, running } from './running.js';

const story = (n: number): object => ({
  scenario: `story-${n}`,
  seed: n,
  clock: '2026-03-02T09:00:00Z',
  frozen: true,
  platform: {
    runs: [
      {
        id: `run-${n}`,
        stages: [
          {
            id: 'ts-Shared',
            stage: 'post_plan',
            life: [{ pending: `${n + 1}s` }, { running: 'signal go' }, 'passed'],
          },
        ],
      },
    ],
    'oauth-clients': [
      { id: 'oc-Shared', organization: 'acme', tokens: [{ id: `ot-${n}`, user: `user-${n}` }] },
    ],
  },
  registry: { modules: [{ module: `acme/m${n}/aws`, versions: [`1.0.${n}`] }] },
  steps: [{ on: 'platform.ping', times: 1, respond: { status: 200, body: { story: n } } }],
});

async function playIn(server: Asked, n: number): Promise<unknown[]> {
  const name = `s${n}`;
  const control = `/__restage/sessions/${name}`;
  const made = await server.ask('POST', '/__restage/sessions', { name, scenario: story(n) });
  const ping = await server.get(`/~${name}/api/v2/ping`);
  await server.ask('POST', `${control}/clock`, { advance: `${n + 1}s` });
  const stage = await server.get(`/api/v2/task-stages/ts-Shared`, { 'restage-session': name });
  await server.ask('POST', `${control}/signals/go`);
  const passed = await server.get(`/api/v2/task-stages/ts-Shared`, {
    authorization: `Bearer restage-${name}`,
  });
  const gone = await server.ask('DELETE', `/~${name}/api/v2/oauth-tokens/ot-${n}`);
  const left = await server.get(`/~${name}/api/v2/oauth-clients/oc-Shared/oauth-tokens`);
  const versions = await server.get(`/~${name}/v1/modules/acme/m${n}/aws/versions`);
  const other = await server.get(`/~${name}/v1/modules/acme/m${n + 1}/aws/versions`);
  return [
    made.status,
    ping.at('story'),
    stage.at('data.attributes.status'),
    passed.at('data.attributes.status-timestamps'),
    gone.status,
    left.at('data'),
    versions.at('modules.0.versions.*.version'),
    other.status,
  ];
}

test('200 sessions at once with 200 scenarios see nothing of each other', async () => {
  const server = await running();
  const numbers = Array.from({ length: 200 }, (_, n) => n);

  const played = await Promise.all(numbers.map((n) => playIn(server, n)));

  const at = (n: number): string => new Date(Date.parse('2026-03-02T09:00:01Z') + n * 1000).toISOString();
  expect(played).toEqual(
    numbers.map((n) => [
      201,
      n,
      'running',
      { 'pending-at': at(-1), 'running-at': at(n), 'passed-at': at(n) },
      204,
      [],
      [`1.0.${n}`],
      404,
    ]),
  );
  for (const n of [0, 57, 199]) {
    const journal = await server.get(`/__restage/sessions/s${n}/journal`);
    expect(journal.at('entries.*.seq')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }
  expect((await server.get('/__restage/sessions/main/journal')).at('entries')).toEqual([]);
});

test('300 sessions are more than are kept at hand, and each comes back from disk as it was', async () => {
  const state = temporaryDirectory();
  const server = await running({ state });
  const names = Array.from({ length: 300 }, (_, n) => `p${n}`);
  await Promise.all(names.map((name) => server.ask('DELETE', `/~${name}/api/v2/oauth-tokens/ot-Robot`)));

  const back = await Promise.all(
    names.map(async (name) => {
      const tokens = await server.get(`/~${name}/api/v2/oauth-clients/oc-GitHub/oauth-tokens`);
      const journal = await server.get(`/__restage/sessions/${name}/journal`);
      return [tokens.at('data.*.id'), journal.at('entries.*.seq')];
    }),
  );

  expect(back).toEqual(names.map(() => [['ot-GitHub'], [1, 2]]));
  expect((await server.get('/__restage/sessions')).at('sessions')).toHaveLength(301);
});

/** Follows everything that looks like a link of ours, once each. */
async function crawl(server: Asked, from: string): Promise<string[]> {
  const seen = new Set([from]);
  for (const path of seen) {
    const { text, headers } = await server.get(path);
    const links = [...text.matchAll(/"((?:\/~[^"]*)?\/(?:api\/v2|v1\/modules|v2\/modules)[^"]*)"/g)].map(
      (found) => found[1]!,
    );
    for (const name of ['x-terraform-get', 'x-registry-get', 'location'])
      links.push(headers.get(name) ?? from);
    for (const link of links) {
      const { pathname, search } = new URL(link, `http://127.0.0.1${path}`);
      seen.add(pathname + search);
    }
  }
  return [...seen];
}

test('the discovery document and every link that a session hands out lead back into it', async () => {
  const server = await running();
  const starts = [
    '/.well-known/terraform.json',
    '/api/v2/runs/run-AtRest/task-stages',
    '/api/v2/task-stages/ts-AtRest?include=task_results,policy_evaluations',
    '/api/v2/policy-evaluations/poleval-Many/policy-set-outcomes',
    '/api/v2/oauth-clients/oc-GitHub/oauth-tokens?page[size]=1',
    '/api/v2/oauth-tokens/ot-GitHub',
    '/v1/modules?limit=1',
    '/v1/modules/acme/network/aws',
    '/v1/modules/acme/network/aws/download',
    '/v1/modules/acme/network/aws/1.0.0/download',
  ];

  const found = (await Promise.all(starts.map((start) => crawl(server, `/~inside${start}`)))).flat();

  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((link) => !link.startsWith('/~inside/'))).toEqual([]);
  expect((await server.get('/__restage/sessions/main/journal')).at('entries')).toEqual([]);
});

test('a session chosen by header hands out links into itself, so that its archives are its own', async () => {
  const server = await running();

  const { headers } = await server.get('/v1/modules/acme/network/aws/1.0.0/download', {
    'restage-session': 'h',
  });
  const archive = await server.get(headers.get('x-terraform-get')!.replace(/^https?:\/\/[^/]+/, ''));

  expect(headers.get('x-terraform-get')).toContain('/~h/');
  expect(archive.status).toBe(200);
  expect((await server.get('/__restage/sessions/h/journal')).at('entries')).toHaveLength(2);
});

test('a thousand idle sessions cost less than 64 KB each', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = await running();
  await server.get('/~warm/api/v2/task-stages/ts-AtRest');
  collect();
  const before = process.memoryUsage().heapUsed;

  for (let n = 0; n < 1000; n++) await server.get(`/~idle-${n}/api/v2/task-stages/ts-AtRest`);

  collect();
  const each = (process.memoryUsage().heapUsed - before) / 1000;
  expect((await server.get('/__restage/sessions/idle-999/journal')).at('entries')).toHaveLength(1);
  expect(each).toBeLessThan(64 * 1024);
});
