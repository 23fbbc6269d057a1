import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScenario } from '../../src/scenario/read-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';

function read(data: object, seed?: number): Scenario {
  const result = readScenario({ scenario: 'x', ...data }, seed);
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.value;
}
const step = (more: object) => read({ steps: [{ on: 'platform.oauth-tokens.update', ...more }] }).steps[0]!;

/** A platform in which every id is left out. */
const nameless = {
  runs: [
    {
      stages: [
        {
          stage: 'post_plan',
          life: ['passed'],
          tasks: [{ name: 'a' }, { name: 'b' }],
          policies: [{ sets: [{ name: 's' }] }],
        },
      ],
    },
  ],
  'oauth-clients': [{ organization: 'acme', tokens: [{}] }],
};

function idsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"(?:id|workspace|task|workspace-task)":"([^"]+)"/g)].map(
    ([, id]) => id!,
  );
}

test('a scenario with nothing but a name has every default', () => {
  expect(read({})).toEqual({
    name: 'x',
    about: '',
    seed: 1,
    clock: undefined,
    frozen: false,
    platform: { tokens: undefined, runs: [], 'oauth-clients': [] },
    registry: { modules: [] },
    lives: new Map(),
    limits: { platform: undefined, registry: undefined },
    steps: [],
    otherwise: undefined,
  });
});

test('the clock is milliseconds since 1970', () => {
  expect(read({ clock: '2026-03-02T09:00:00Z' }).clock).toBe(Date.UTC(2026, 2, 2, 9));
  expect(read({ clock: '2026-03-02T09:00:00.5+02:00' }).clock).toBe(Date.UTC(2026, 2, 2, 7, 0, 0, 500));
});

test('ids left out are made from the seed, look like the platform’s and are all different', () => {
  const ids = idsIn(read({ platform: nameless }).platform);
  expect(ids).toHaveLength(13);
  expect(new Set(ids).size).toBe(13);
  for (const id of ids) {
    expect(id).toMatch(/^(run|ws|ts|taskrs|task|wstask|poleval|psout|oc|ot)-[1-9A-HJ-NP-Za-km-z]{16}$/);
  }
});

test('the same seed makes the same ids, another seed others', () => {
  const ids = (seed: number): string[] => idsIn(read({ platform: nameless }, seed).platform);
  expect(ids(7)).toEqual(ids(7));
  expect(ids(7).filter((id) => ids(8).includes(id))).toEqual([]);
  expect(idsIn(read({ platform: nameless, seed: 7 }).platform)).toEqual(ids(7));
});

test('a seed that is given stands over the one in the file', () => {
  expect(read({ seed: 7 }, 9).seed).toBe(9);
});

test('ids that are made from the seed can be seen by tokens', () => {
  const made = read({ platform: nameless }).platform.runs[0]!.stages[0]!.id;
  const tokens = [{ token: 't', sees: [made] }];
  expect(read({ platform: { ...nameless, tokens } }).platform.tokens).toEqual(tokens);
  expect(readScenario({ scenario: 'x', platform: { ...nameless, tokens } }, 2).ok).toBe(false);
});

test('a life is read state by state and found by the id of its stage', () => {
  const life = [
    { pending: '1.5s' },
    { running: '2 reads' },
    { awaiting_override: 'override' },
    { running: 'signal go' },
    'passed',
  ];
  const scenario = read({ platform: { runs: [{ stages: [{ id: 'ts-1', stage: 'pre_plan', life }] }] } });
  expect(scenario.lives.get('ts-1')).toEqual([
    { status: 'pending', until: { kind: 'time', ms: 1500 } },
    { status: 'running', until: { kind: 'reads', count: 2 } },
    { status: 'awaiting_override', until: { kind: 'override' } },
    { status: 'running', until: { kind: 'signal', name: 'go' } },
    { status: 'passed', until: { kind: 'end' } },
  ]);
  expect(scenario.platform.runs[0]!.stages[0]!.starts).toBe('pending');
});

test.each([
  [[{ policy: 'a', level: 'mandatory', status: 'failed' }], 'failed'],
  [[{ policy: 'a', level: 'advisory', status: 'failed' }], 'passed'],
  [[{ policy: 'a', status: 'errored' }], 'errored'],
  [[], 'passed'],
])('an evaluation of %j that says no end ends %s', (outcomes, ends) => {
  const policies = [{ sets: [{ name: 's', outcomes }] }];
  const stages = [{ stage: 'pre_plan', life: ['running'], policies }];
  expect(read({ platform: { runs: [{ stages }] } }).platform.runs[0]!.stages[0]!.policies[0]!.ends).toBe(
    ends,
  );
});

test('a module is taken apart and its downloads are filled up', () => {
  const modules = [{ module: 'acme/network/aws', versions: ['1.0.0'], downloads: { week: 3, year: 10 } }];
  expect(read({ registry: { modules } }).registry.modules).toEqual([
    {
      namespace: 'acme',
      name: 'network',
      provider: 'aws',
      about: '',
      owner: '',
      verified: false,
      repository: 'https://github.com/acme/terraform-aws-network',
      versions: ['1.0.0'],
      downloads: { week: 3, month: 3, year: 10, total: 10 },
    },
  ]);
});

test('limits count by token on the platform and by address on the registry unless they say otherwise', () => {
  const limits = { platform: { rate: 30, per: '1s' }, registry: { rate: 100, per: '1m' } };
  expect(read({ limits }).limits).toEqual({
    platform: { rate: 30, per: 1000, by: 'token' },
    registry: { rate: 100, per: 60_000, by: 'address' },
  });
});

test('a step with nothing but its target takes every request and does nothing', () => {
  expect(step({})).toEqual({
    name: 'steps[0]',
    on: { kind: 'operation', name: 'platform.oauth-tokens.update' },
    where: { path: [], query: [], header: [], body: [] },
    turn: { kind: 'always' },
    respond: undefined,
    fault: undefined,
    set: [],
    patch: [],
    headers: {},
  });
});

test('conditions are compared as text, headers by lower case, members of the body by path', () => {
  const where = {
    path: { id: 'ot-*' },
    query: { 'page[number]': 2 },
    header: { 'X-Any': true },
    body: { '$.data.id': 'ot-1', '$.data.n': 5 },
  };
  expect(step({ where }).where).toEqual({
    path: [{ name: 'id', value: ['ot-', ''] }],
    query: [{ name: 'page[number]', value: ['2'] }],
    header: [{ name: 'x-any', value: ['true'] }],
    body: [
      { path: ['data', 'id'], text: ['ot-1'] },
      { path: ['data', 'n'], json: 5 },
    ],
  });
});

test('a body that is not told by its members is compared as a whole', () => {
  expect(step({ where: { body: { comment: 'a*' } } }).where.body).toEqual([
    { path: [], json: { comment: 'a*' } },
  ]);
});

test.each([
  [{ times: 2 }, { kind: 'times', count: 2 }],
  [{ nth: [2, 4] }, { kind: 'nth', numbers: [2, 4] }],
  [{ every: 3 }, { kind: 'every', count: 3 }],
  [{ chance: 0.2 }, { kind: 'chance', chance: 0.2 }],
])('the turn %j is read', (written, turn) => {
  expect(step(written).turn).toEqual(turn);
});

test.each([
  [{ status: 204 }, { status: 204, headers: {}, body: null }],
  [{ text: '<html>' }, { status: 200, headers: {}, body: { text: '<html>' } }],
  [{ body: null }, { status: 200, headers: {}, body: { json: null } }],
  [
    { status: 429, headers: { 'Retry-After': 1, 'Set-Cookie': ['a', 'b'] }, body: { errors: [] } },
    {
      status: 429,
      headers: { 'retry-after': '1', 'set-cookie': ['a', 'b'] },
      body: { json: { errors: [] } },
    },
  ],
])('the answer %j is read', (written, respond) => {
  expect(step({ respond: written }).respond).toEqual(respond);
});

const noFault = {
  delay: undefined,
  hang: false,
  reset: false,
  close: false,
  truncate: undefined,
  drip: undefined,
  garble: false,
};

test.each([
  [{ delay: '2s' }, { delay: { kind: 'fixed', ms: 2000 } }],
  [{ delay: { clock: '2s' } }, { delay: { kind: 'clock', ms: 2000 } }],
  [{ delay: { from: '1s', to: '2s' } }, { delay: { kind: 'range', from: 1000, to: 2000 } }],
  [{ delay: { median: '1s', sigma: 0.5 } }, { delay: { kind: 'log-normal', median: 1000, sigma: 0.5 } }],
  [{ hang: true }, { hang: true }],
  [
    { reset: true, delay: '0s' },
    { reset: true, delay: { kind: 'fixed', ms: 0 } },
  ],
  [
    { truncate: 200, drip: '1KB/s', garble: true },
    { truncate: 200, drip: 1000, garble: true },
  ],
  [{ truncate: '1KB' }, { truncate: 1000 }],
])('the fault %j is read', (written, fault) => {
  expect(step({ fault: written }).fault).toEqual({ ...noFault, ...fault });
});

test('changes to the world are read in their order', () => {
  const set = {
    'oauth-tokens/ot-1': { 'has-ssh-key': true },
    'oauth-tokens/ot-2': null,
    'oauth-tokens/ot-3': { attributes: { user: 'x' }, parent: 'oauth-clients/oc-1', position: 'first' },
    'modules/acme/network/aws': { verified: false },
  };
  const type = 'oauth-tokens';
  expect(step({ set }).set).toEqual([
    { kind: 'change', type, id: 'ot-1', attributes: { 'has-ssh-key': true } },
    { kind: 'remove', type, id: 'ot-2' },
    {
      kind: 'put',
      type,
      id: 'ot-3',
      attributes: { user: 'x' },
      relationships: undefined,
      parent: 'oauth-clients/oc-1',
      position: 'first',
    },
    { kind: 'change', type: 'modules', id: 'acme/network/aws', attributes: { verified: false } },
  ]);
});

test('patches and headers for answers of others are read', () => {
  const read = step({ patch: { '$.links.next': null }, headers: { 'X-Slow': 'yes' } });
  expect(read.patch).toEqual([{ path: ['links', 'next'], value: null }]);
  expect(read.headers).toEqual({ 'x-slow': 'yes' });
});

test('whatever is read, the answer is a scenario or findings, never an error', () => {
  const key = fc.constantFrom(
    ...['platform', 'registry', 'steps', 'limits', 'runs', 'stages', 'life', 'policies', 'sets', 'tokens'],
    ...['on', 'where', 'fault', 'set', 'respond', 'id', 'sees', 'modules', 'module', 'versions', 'scenario'],
    ...['body', 'path', 'delay', 'pending', 'oauth-clients', 'outcomes', 'downloads', 'week', 'nth', 'seed'],
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 8 },
      fc.constantFrom(null, 1, -1, '', 'x', true, '2s', 'override', 'passed', 'GET /x', 'platform.ping'),
      fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (data) => {
      const result = readScenario(data);
      if (!result.ok) expect(result.findings.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
