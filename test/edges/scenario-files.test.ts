import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listScenarios,
  loadInline,
  loadNamedScenario,
  loadScenario,
  type LoadedScenario,
  parseScenario,
} from '../../src/edges/scenario-files.js';
import { formatProblem } from '../../src/exchange/problem.js';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'restage-scenarios-'));
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

/** Every problem of a text, as `check` prints them. */
async function problemsIn(text: string): Promise<string[]> {
  return linesOf(await parseScenario(text, 'x.yaml', { cwd }));
}

function linesOf(loaded: LoadedScenario): string[] {
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
}
const head = 'scenario: x\n';
const stage = (life: string): string =>
  `${head}platform:\n  runs:\n    - stages:\n        - stage: post_plan\n          life: ${life}\n`;
const step = (...lines: string[]): string =>
  `${head}steps:\n  - ${['on: platform.oauth-tokens.update', ...lines].join('\n    ')}\n`;
const at = 'platform.runs[0].stages[0].life';

test.each<[what: string, text: string, problems: string[]]>([
  // The whole
  ['an empty file', '', ['x.yaml:1:1: found nothing, expected a map']],
  ['a list', '- x', ['x.yaml:1:1: found a list, expected a map']],
  [
    'a file without a name',
    'about: y',
    ['x.yaml:1:1 scenario: found nothing, expected a name of letters, digits, ".", "_" and "-"'],
  ],
  [
    'an unknown key',
    `${head}platfrom: {}\n`,
    [
      'x.yaml:2:1 platfrom: found the unknown key "platfrom", expected platform, or one of scenario, about, clock, frozen, limits, steps, seed, registry and 1 more',
    ],
  ],
  [
    'a seed that is none',
    `${head}seed: -1\n`,
    ['x.yaml:2:7 seed: found -1, expected a whole number from 0 to 4294967295'],
  ],
  [
    'a clock that is none',
    `${head}clock: tomorrow\n`,
    ['x.yaml:2:8 clock: found "tomorrow", expected a time such as 2026-03-02T09:00:00Z'],
  ],
  [
    'a clock that no calendar has',
    `${head}clock: 2026-02-30T09:00:00Z\n`,
    ['x.yaml:2:8 clock: found "2026-02-30T09:00:00Z", expected a time such as 2026-03-02T09:00:00Z'],
  ],
  ['a value of another kind', `${head}frozen: 1\n`, ['x.yaml:2:9 frozen: found 1, expected true or false']],
  ['a key without a value', `${head}steps:\n`, ['x.yaml:2:7 steps: found nothing, expected a list']],
  [
    'an unknown choice',
    `${head}otherwise: server\n`,
    ['x.yaml:2:12 otherwise: found "server", expected serve, or one of replay, refuse, passthrough'],
  ],
  // Ids and tokens
  [
    'an id that is no id',
    `${head}platform: { runs: [{ id: a/b }] }\n`,
    ['x.yaml:2:26 platform.runs[0].id: found "a/b", expected an id of letters, digits, ".", "_" and "-"'],
  ],
  [
    'an id twice',
    `${head}platform:\n  runs: [{ id: a }]\n  oauth-clients:\n    - { id: a, organization: o }\n`,
    [
      'x.yaml:5:13 platform.oauth-clients[0].id: found the id a again, expected an id of its own (platform.runs[0] has this one)',
    ],
  ],
  [
    'a token twice, which is not repeated in the problem',
    `${head}platform: { tokens: [{ token: abc }, { token: abc }] }\n`,
    [
      'x.yaml:2:47 platform.tokens[1].token: found the same token again, expected another than in platform.tokens[0]',
    ],
  ],
  [
    'a token that sees what is not there',
    `${head}platform:\n  runs: [{ id: run-1 }]\n  tokens: [{ token: t, sees: [run-1, run-11] }]\n`,
    ['x.yaml:4:38 platform.tokens[0].sees[1]: found "run-11", expected run-1'],
  ],
  [
    'an unknown ability',
    `${head}platform: { tokens: [{ token: t, may: [write] }] }\n`,
    ['x.yaml:2:40 platform.tokens[0].may[0]: found "write", expected one of read, override, manage-tokens'],
  ],
  // Lives
  [
    'an unknown status',
    stage('[pased]'),
    [
      `x.yaml:6:18 ${at}[0]: found "pased", expected passed, or one of failed, errored, canceled, pending, running, unreachable, awaiting_override`,
    ],
  ],
  [
    'an unknown status with its end',
    stage('[{ pendin: 2s }, passed]'),
    [
      `x.yaml:6:20 ${at}[0].pendin: found the unknown key "pendin", expected pending, or one of running, passed, failed, errored, canceled, unreachable, awaiting_override`,
    ],
  ],
  ['no state', stage('[]'), [`x.yaml:6:17 ${at}: found an empty list, expected at least one status`]],
  [
    'an end that is none',
    stage('[{ pending: 2 sec }, passed]'),
    [
      `x.yaml:6:29 ${at}[0].pending: found "2 sec", expected a duration such as 250ms, 2s, 10m, 1h or 2d, "2 reads", "override" or "signal NAME"`,
    ],
  ],
  [
    'two statuses in one',
    stage('[{ pending: 2s, running: 2s }, passed]'),
    [`x.yaml:6:18 ${at}[0]: found a map, expected one status and what ends it`],
  ],
  [
    'passed, then running',
    stage('[passed, { running: 2s }, failed]'),
    [
      `x.yaml:6:18 ${at}[0]: found passed before the end, expected it only at the end, as a stage never leaves passed`,
    ],
  ],
  [
    'running after running',
    stage('[{ running: 2s }, { running: 1 read }, passed]'),
    [
      `x.yaml:6:35 ${at}[1]: found running after running, expected one of passed, failed, errored, canceled, unreachable, awaiting_override`,
    ],
  ],
  [
    'a state that nothing ends before the end',
    stage('[pending, passed]'),
    [
      `x.yaml:6:18 ${at}[0]: found pending alone, expected what ends it, such as "pending: 2s", as more follows`,
    ],
  ],
  [
    'an end of the last state',
    stage('[{ pending: 2s }, { passed: 2s }]'),
    [
      `x.yaml:6:37 ${at}[1].passed: found "passed: 2s" at the end, expected passed alone, as nothing follows it`,
    ],
  ],
  [
    'an override of what does not wait',
    stage('[{ running: override }, passed]'),
    [
      `x.yaml:6:29 ${at}[0].running: found "override", expected a duration, reads or a signal, as only awaiting_override can be overridden`,
    ],
  ],
  [
    'an override that fails',
    stage('[{ awaiting_override: override }, failed]'),
    [`x.yaml:6:51 ${at}[1]: found failed after an override, expected running`],
  ],
  // Tasks and policies
  [
    'a level of what errored, and none of what did not',
    `${head}platform: { runs: [{ stages: [{ stage: pre_plan, life: [passed], policies: [{ sets: [{ name: s, outcomes: [\n  { policy: a, status: errored, level: advisory },\n  { policy: b, status: failed }] }] }] }] }] }\n`,
    [
      'x.yaml:3:33 platform.runs[0].stages[0].policies[0].sets[0].outcomes[0].level: found the level "advisory", expected no level, as an errored outcome has none',
      'x.yaml:4:3 platform.runs[0].stages[0].policies[0].sets[0].outcomes[1].level: found nothing, expected advisory or mandatory, as the outcome failed',
    ],
  ],
  [
    'an unknown run stage and an unknown end',
    `${head}platform: { runs: [{ stages: [{ stage: postplan, life: [passed], tasks: [{ name: t, ends: ok }] }] }] }\n`,
    [
      'x.yaml:2:40 platform.runs[0].stages[0].stage: found "postplan", expected post_plan, or one of pre_plan, post_apply, pre_apply',
      'x.yaml:2:91 platform.runs[0].stages[0].tasks[0].ends: found "ok", expected one of passed, failed, errored, pending, running, canceled, unreachable',
    ],
  ],
  // Modules
  [
    'a module that is no address',
    `${head}registry: { modules: [{ module: acme/network, versions: [1.0.0] }] }\n`,
    [
      'x.yaml:2:33 registry.modules[0].module: found "acme/network", expected NAMESPACE/NAME/PROVIDER, e.g. acme/network/aws',
    ],
  ],
  [
    'versions that are none, and one twice',
    `${head}registry: { modules: [{ module: a/b/c, versions: [1.0, v1.0.0, 1.2.0, 1.2.0, 01.0.0] }] }\n`,
    [
      'x.yaml:2:51 registry.modules[0].versions[0]: found 1, expected a version such as 1.2.0',
      'x.yaml:2:56 registry.modules[0].versions[1]: found "v1.0.0", expected a version such as 1.2.0',
      'x.yaml:2:71 registry.modules[0].versions[3]: found 1.2.0 again, expected each version once',
      'x.yaml:2:78 registry.modules[0].versions[4]: found "01.0.0", expected a version such as 1.2.0',
    ],
  ],
  [
    'no versions',
    `${head}registry: { modules: [{ module: a/b/c, versions: [] }] }\n`,
    ['x.yaml:2:50 registry.modules[0].versions: found an empty list, expected at least one version'],
  ],
  [
    'a module twice',
    `${head}registry:\n  modules:\n    - { module: a/b/c, versions: [1.0.0] }\n    - { module: a/b/c, versions: [2.0.0] }\n`,
    [
      'x.yaml:5:17 registry.modules[1].module: found the same module again, expected another than in registry.modules[0]',
    ],
  ],
  [
    'fewer downloads in a year than in a week',
    `${head}registry: { modules: [{ module: a/b/c, versions: [1.0.0], downloads: { week: 10, year: 5 } }] }\n`,
    ['x.yaml:2:88 registry.modules[0].downloads.year: found 5, expected at least the 10 of the week'],
  ],
  // Limits
  [
    'limits that are none',
    `${head}limits:\n  platform: { rate: 0, per: 1s }\n  registry: { rate: 1, per: 0s, by: ip }\n`,
    [
      'x.yaml:3:21 limits.platform.rate: found 0, expected a whole number from 1',
      'x.yaml:4:29 limits.registry.per: found "0s", expected a duration above 0',
      'x.yaml:4:37 limits.registry.by: found "ip", expected one of token, session, address',
    ],
  ],
  // Steps
  [
    'an unknown operation',
    `${head}steps:\n  - on: platform.task-stage.show\n`,
    [
      'x.yaml:3:9 steps[0].on: found "platform.task-stage.show", expected platform.task-stages.show, another operation, or a method and a path such as "GET /v1/modules/*/*/*/versions"',
    ],
  ],
  [
    'a path outside both APIs',
    `${head}steps: [{ on: GET /health }]\n`,
    [
      'x.yaml:2:15 steps[0].on: found "GET /health", expected a path below /api/, /v1/modules or /v2/modules, or "otherwise: passthrough", as others are never answered',
    ],
  ],
  [
    'a path outside both APIs where it is forwarded',
    `${head}steps: [{ on: GET /health }]\notherwise: passthrough\n`,
    [],
  ],
  [
    'a 0th request',
    step('nth: [0]'),
    ['x.yaml:4:11 steps[0].nth[0]: found 0, expected a whole number from 1'],
  ],
  [
    'no request',
    step('nth: []'),
    ['x.yaml:4:10 steps[0].nth: found an empty list, expected at least one number'],
  ],
  [
    'a chance of nothing',
    step('chance: 0'),
    ['x.yaml:4:13 steps[0].chance: found 0, expected a number above 0 and up to 1'],
  ],
  [
    'a chance of too much',
    step('chance: 20'),
    ['x.yaml:4:13 steps[0].chance: found 20, expected a number above 0 and up to 1'],
  ],
  [
    'several turns',
    step('times: 2', 'nth: [2]', 'every: 3'),
    [
      'x.yaml:5:5 steps[0].nth: found nth together with times, expected one of times, nth, every and chance',
      'x.yaml:6:5 steps[0].every: found every together with times, expected one of times, nth, every and chance',
    ],
  ],
  [
    'an unknown fault',
    step('fault: { rest: true }'),
    [
      'x.yaml:4:14 steps[0].fault.rest: found the unknown key "rest", expected reset, or one of delay, hang, close, drip, garble, truncate',
    ],
  ],
  [
    'bad durations, sizes and rates',
    step('fault: { delay: 2 seconds, truncate: some, drip: 1KB }'),
    [
      'x.yaml:4:21 steps[0].fault.delay: found "2 seconds", expected a duration such as 250ms, 2s, 10m, 1h or 2d',
      'x.yaml:4:42 steps[0].fault.truncate: found "some", expected bytes, such as 200 or 1KB',
      'x.yaml:4:54 steps[0].fault.drip: found "1KB", expected a rate above 0, such as 1KB/s',
    ],
  ],
  [
    'a fault that is false',
    step('fault: { hang: false }'),
    ['x.yaml:4:20 steps[0].fault.hang: found false, expected true'],
  ],
  [
    'half a range',
    step('fault: { delay: { from: 1s } }'),
    ['x.yaml:4:21 steps[0].fault.delay: found from, expected { clock }, { from, to } or { median, sigma }'],
  ],
  [
    'a range that ends before it begins',
    step('fault: { delay: { from: 2s, to: 1s } }'),
    ['x.yaml:4:37 steps[0].fault.delay.to: found "1s", expected a duration not below the 2s of "from"'],
  ],
  [
    'faults that exclude each other',
    step('fault: { hang: true, close: true, truncate: 5 }'),
    [
      'x.yaml:4:26 steps[0].fault.close: found close together with hang, expected one of them, as after hang there is no answer',
      'x.yaml:4:39 steps[0].fault.truncate: found truncate together with hang, expected one of them, as after hang there is no answer',
    ],
  ],
  [
    'an answer and a fault that keeps it back',
    step('respond: { status: 200 }', 'fault: { reset: true }'),
    [
      'x.yaml:4:5 steps[0].respond: found respond together with fault.reset, expected one of them, as after reset there is no answer',
    ],
  ],
  [
    'an answer of its own and changes to that of another',
    step('respond: { status: 200 }', 'patch: { $.x: 1 }', 'headers: { x: y }'),
    [
      'x.yaml:5:5 steps[0].patch: found patch together with respond, expected the member in respond.body, as patch is for an answer of another source',
      'x.yaml:6:5 steps[0].headers: found headers together with respond, expected respond.headers, as headers is for an answer of another source',
    ],
  ],
  [
    'two bodies',
    step('respond: { body: {}, text: x }'),
    ['x.yaml:4:26 steps[0].respond.text: found text together with body, expected one of them'],
  ],
  [
    'a body where there can be none',
    step('respond: { status: 204, text: x }'),
    ['x.yaml:4:29 steps[0].respond.text: found a text with status 204, expected no body, as a 204 has none'],
  ],
  [
    'a status that is none',
    step('respond: { status: 99 }'),
    ['x.yaml:4:24 steps[0].respond.status: found 99, expected a status from 200 to 599'],
  ],
  [
    'headers that are none',
    step('respond: { headers: { "a b": x, c: "y\\nz" } }'),
    [
      'x.yaml:4:27 steps[0].respond.headers["a b"]: found "a b", expected the name of a header',
      'x.yaml:4:40 steps[0].respond.headers.c: found "y\\nz", expected the value of a header, without line breaks',
    ],
  ],
  [
    'a parameter that the operation does not have',
    step('where: { path: { token: ot-1 } }'),
    ['x.yaml:4:22 steps[0].where.path.token: found the parameter "token", expected id'],
  ],
  [
    'a parameter of an operation without any',
    `${head}steps: [{ on: platform.ping, where: { path: { x: y } } }]\n`,
    ['x.yaml:2:47 steps[0].where.path.x: found the parameter "x", expected none, as platform.ping has none'],
  ],
  [
    'parameters of a path',
    `${head}steps: [{ on: GET /api/v2/ping, where: { path: { id: x } } }]\n`,
    [
      'x.yaml:2:42 steps[0].where.path: found path with a method and a path in "on", expected an operation in "on" where its parameters are named, or the values in the path itself',
    ],
  ],
  [
    'a member of the body that is no path',
    step('where: { body: { $.a: 1, $.b..c: 2 } }'),
    [
      'x.yaml:4:30 steps[0].where.body["$.b..c"]: found "$.b..c", expected the path of a member, such as $.comment or $.data[0].id',
    ],
  ],
  [
    'a patch that is no path',
    step('patch: { data: 1 }'),
    [
      'x.yaml:4:14 steps[0].patch.data: found "data", expected the path of a member, such as $.data.attributes.status',
    ],
  ],
  [
    'changes to what is no address',
    step('set: { ot-1: { a: 1 }, oauth-token/ot-1: { a: 1 }, modules/x: { a: 1 }, runs/run-1: 5 }'),
    [
      'x.yaml:4:12 steps[0].set.ot-1: found "ot-1", expected TYPE/ID, such as oauth-tokens/ot-1 or modules/acme/network/aws',
      'x.yaml:4:28 steps[0].set["oauth-token/ot-1"]: found "oauth-token/ot-1", expected a known type (oauth-tokens, or one of oauth-clients, task-stages, modules, runs, workspaces, task-results, policy-set-outcomes, policy-evaluations) before the id',
      'x.yaml:4:56 steps[0].set["modules/x"]: found "modules/x", expected TYPE/ID, such as oauth-tokens/ot-1 or modules/acme/network/aws',
      'x.yaml:4:89 steps[0].set["runs/run-1"]: found 5, expected attributes to change, { attributes, parent } to put in a whole one, or null to remove it',
    ],
  ],
  [
    'a whole resource and a whole module with slips',
    step(
      'set: { oauth-tokens/ot-2: { attributes: {}, parnet: oauth-clients/oc-1 }, modules/a/b/c: { attributes: {}, parent: runs/run-1 } }',
    ),
    [
      'x.yaml:4:49 steps[0].set["oauth-tokens/ot-2"].parnet: found the unknown key "parnet", expected parent, or one of position, attributes, relationships',
      'x.yaml:4:108 steps[0].set["modules/a/b/c"].attributes.versions: found nothing, expected a list',
      'x.yaml:4:112 steps[0].set["modules/a/b/c"].parent: found parent of a module, expected attributes and position, as a module stands in no list but that of all modules',
    ],
  ],
  [
    'two steps of one name',
    `${head}steps:\n  - { on: platform.ping, name: a }\n  - { on: platform.ping, name: a }\n`,
    ['x.yaml:4:32 steps[1].name: found the same name again, expected another than in steps[0]'],
  ],
  // YAML
  [
    'a key twice',
    'scenario: x\nscenario: y\n',
    ['x.yaml:2:1 scenario: found the key "scenario" again, expected each key once'],
  ],
  [
    'a tag of its own',
    `${head}about: !!js/function "x"\n`,
    ['x.yaml:2:22 about: found the tag tag:yaml.org,2002:js/function, expected plain data without tags'],
  ],
  [
    'a tag for binary data',
    `${head}about: !!binary aGk=\n`,
    ['x.yaml:2:17 about: found the tag tag:yaml.org,2002:binary, expected plain data without tags'],
  ],
  [
    'an alias of nothing',
    `${head}about: *b\n`,
    ['x.yaml:2:8 about: found the alias *b, expected an anchor &b that ends before it'],
  ],
  [
    'an alias of what contains it',
    `scenario: x\nplatform: &p { runs: *p }\n`,
    ['x.yaml:2:22 platform.runs: found the alias *p, expected an anchor &p that ends before it'],
  ],
  [
    'a key that is no text',
    `scenario: x\n? [a]\n: b\n`,
    ['x.yaml:2:3: found a key that is no text, expected text'],
  ],
  [
    'a merge key',
    `${head}<<: { about: y }\n`,
    [
      'x.yaml:2:1 ["<<"]: found the unknown key "<<", expected one of seed, about, clock, steps, frozen, limits, scenario, platform and 2 more',
    ],
  ],
  [
    'keys that would reach a prototype',
    `${head}__proto__: { frozen: true }\nsteps: [{ on: platform.ping, patch: { $.__proto__.x: 1 } }]\n`,
    [
      'x.yaml:2:1 __proto__: found the key "__proto__", expected another name',
      'x.yaml:3:39 steps[0].patch["$.__proto__.x"]: found "$.__proto__.x", expected the path of a member, such as $.data.attributes.status',
    ],
  ],
  [
    'two documents',
    `${head}---\nscenario: y\n`,
    ['x.yaml:2:1: found a second document, expected one YAML document'],
  ],
  [
    'two mistakes in the YAML',
    'scenario: x: y\nabout: "\n',
    [
      'x.yaml:1:11: found a mistake (Nested mappings are not allowed in compact mappings), expected one YAML document',
      'x.yaml:3:1: found a mistake (Missing closing "quote), expected one YAML document',
    ],
  ],
])('%s', async (_, text, problems) => {
  expect(await problemsIn(text)).toEqual(problems);
});

test('problems are told all at once, in the order of the file, whatever kind they are', async () => {
  const text = [
    'scenario: x',
    'steps:',
    '  - on: platform.pin',
    'platform:',
    '  tokens: [{ token: t, sees: [nothing] }]',
    '  runs:',
    '    - id: a',
    '      stages: [{ stage: post_plan, id: a, life: [passed, failed] }]',
    'registry:',
    '  modules: [{ module: a/b/c, source: ./nowhere, versions: [] }]',
    'seed: x',
    'seed: 1',
  ].join('\n');
  expect((await problemsIn(text)).map((line) => line.split(':').slice(0, 3).join(':'))).toEqual([
    'x.yaml:3:9 steps[0].on',
    'x.yaml:5:31 platform.tokens[0].sees[0]',
    'x.yaml:8:40 platform.runs[0].stages[0].id',
    'x.yaml:8:50 platform.runs[0].stages[0].life[0]',
    'x.yaml:10:38 registry.modules[0].source',
    'x.yaml:10:59 registry.modules[0].versions',
    'x.yaml:11:7 seed',
    'x.yaml:12:1 seed',
  ]);
});

test('a scenario spoilt anywhere is a scenario or problems in their places, never an error', async () => {
  const sample = (await listScenarios()).find(({ name }) => name === 'awaiting-override')!;
  const text = await readFile(sample.file, 'utf8');
  const spoil = fc.record({
    at: fc.nat(text.length),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('*', '&a ', '!!', ': ', '- ', '{', ']', '\t', '\n', '"'),
    ),
  });
  await fc.assert(
    fc.asyncProperty(spoil, async ({ at, cut, put }) => {
      const loaded = await parseScenario(text.slice(0, at) + put + text.slice(at + cut), sample.file, {
        cwd,
      });
      if (loaded.ok) return;
      expect(loaded.problems.length).toBeGreaterThan(0);
      for (const { line, column } of loaded.problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(column).toBeGreaterThanOrEqual(1);
      }
    }),
    { numRuns: 150 },
  );
});

test('a few lines of aliases do not become gigabytes', async () => {
  const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(10)}]`);
  const started = performance.now();
  const problems = await problemsIn(`scenario: x\nl0: &l0 [1]\n${levels.join('\n')}\n`);
  expect(problems.join('\n')).toMatch(
    /found aliases of too much, expected at most 100000 values from aliases/,
  );
  expect(performance.now() - started).toBeLessThan(5000);
});

test.each([
  ['lists', '['.repeat(100_000)],
  ['maps', 'a: '.repeat(1) + '{a: '.repeat(300) + '1' + '}'.repeat(300)],
  ['block lists', 'a:\n' + Array.from({ length: 300 }, (_, at) => ' '.repeat(at) + '-\n').join('')],
  [
    'aliases',
    'a0: &a0 [1]\n' + Array.from({ length: 100 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]\n`).join(''),
  ],
])('%s too deep in each other are a problem and no crash', async (_, text) => {
  expect((await problemsIn(text)).join('\n')).toMatch(/found maps or lists too deep in each other/);
});

test('keys that come by a prototype leave all other objects alone', async () => {
  await problemsIn(
    'scenario: x\n__proto__: { polluted: yes }\nconstructor: { prototype: { polluted: yes } }\n',
  );
  await loadInline(JSON.parse('{"scenario":"x","__proto__":{"polluted":true}}'), { cwd });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a value given inline is judged alike, without lines', async () => {
  const value: unknown = JSON.parse('{"scenario":"x","__proto__":{"frozen":true}}');
  expect(linesOf(await loadInline(value, { cwd }))).toEqual([
    'scenario __proto__: found the key "__proto__", expected another name',
  ]);
  expect(linesOf(await loadInline({ scenario: 'x', seed: 'y' }, { cwd }, 'request'))).toEqual([
    'request seed: found "y", expected a whole number from 0 to 4294967295',
  ]);
});

test('an inline value that contains itself, or what JSON cannot hold, is a problem', async () => {
  const circle: Record<string, unknown> = { scenario: 'x' };
  circle['platform'] = circle;
  expect(linesOf(await loadInline(circle, { cwd }))).toEqual([
    'scenario platform: found maps or lists too deep in each other, expected at most 64 levels',
  ]);
  const odd = { scenario: 'x', steps: () => [], seed: NaN, clock: new Date(0) };
  expect(linesOf(await loadInline(odd, { cwd }))).toEqual([
    'scenario steps: found a function that is no JSON, expected text, a number, true, false, null, a list or a map',
    'scenario seed: found NaN, expected text, a number, true, false, null, a list or a map',
    'scenario clock: found a object that is no JSON, expected text, a number, true, false, null, a list or a map',
  ]);
});

test('JSON is read as well', async () => {
  await writeFile(join(cwd, 'x.json'), '{\n\t"scenario": "x",\n\t"seed": 3\n}\n');
  const loaded = await loadScenario('x.json', { cwd });
  expect(loaded).toMatchObject({ ok: true, scenario: { name: 'x', seed: 3 } });
});

test('sources count from the directory of the file, or from the working directory without one', async () => {
  await mkdir(join(cwd, 'sub/mod'), { recursive: true });
  const registry = { modules: [{ module: 'a/b/c', versions: ['1.0.0'], source: './mod' }] };
  await writeFile(join(cwd, 'sub/x.yaml'), JSON.stringify({ scenario: 'x', registry }));
  expect(await loadScenario('sub/x.yaml', { cwd })).toMatchObject({
    ok: true,
    scenario: { registry: { modules: [{ source: join(cwd, 'sub/mod') }] } },
  });
  expect(linesOf(await loadInline({ scenario: 'x', registry }, { cwd }))).toEqual([
    `scenario registry.modules[0].source: found "./mod", which is not there, expected a directory (looked for ${join(cwd, 'mod')})`,
  ]);
  expect(await loadInline({ scenario: 'x', registry }, { cwd: join(cwd, 'sub') })).toMatchObject({
    ok: true,
  });
});

test('a source that is a file is a problem', async () => {
  await writeFile(join(cwd, 'main.tf'), '');
  const text = `${head}registry: { modules: [{ module: a/b/c, versions: [1.0.0], source: main.tf }] }\n`;
  expect(await problemsIn(text)).toEqual([
    `x.yaml:2:67 registry.modules[0].source: found "main.tf", which is no directory, expected a directory (looked for ${join(cwd, 'main.tf')})`,
  ]);
});

test('an unknown name is told the known ones, the nearest first', async () => {
  const loaded = await loadScenario('defualt', { cwd });
  expect(loaded).toMatchObject({ ok: false, why: 'unknown' });
  expect(linesOf(loaded)[0]).toMatch(
    /^defualt: found no scenario of that name, expected default, or one of [a-z-]+(, [a-z-]+)* and \d+ more, or a file such as \.\/defualt\.yaml$/,
  );
});

test('a file that is not there, or is none, is said so', async () => {
  expect(linesOf(await loadScenario('./nowhere.yaml', { cwd }))).toEqual([
    './nowhere.yaml: found no such file, expected a scenario file',
  ]);
  await mkdir(join(cwd, 'directory'), { recursive: true });
  expect(linesOf(await loadScenario('./directory', { cwd }))).toEqual([
    './directory: found a directory, expected a scenario file',
  ]);
});

test('a file without ending is found where it is there', async () => {
  await writeFile(join(cwd, 'mine'), 'scenario: mine-inside\n');
  expect(await loadScenario('mine', { cwd })).toMatchObject({ ok: true, scenario: { name: 'mine-inside' } });
});

test('a name is never taken for a file where only names are allowed', async () => {
  await writeFile(join(cwd, 'secret'), 'password\n');
  for (const name of ['secret', join(cwd, 'secret'), '../package', './default.yaml']) {
    expect(await loadNamedScenario(name, { cwd })).toMatchObject({ ok: false, why: 'unknown' });
  }
});

test('every scenario that comes with the package loads, is called like its file and says what it tells', async () => {
  const named = await listScenarios();
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'all-passed',
      'awaiting-override',
      'default',
      'mandatory-failure',
      'many-outcomes',
      'registry-modules',
      'unreachable',
    ]),
  );
  for (const { name, about } of named) {
    const loaded = await loadScenario(name, { cwd });
    expect(linesOf(loaded)).toEqual([]);
    expect(loaded).toMatchObject({ ok: true, scenario: { name, about } });
    expect(about).toMatch(/^.{20,}\.$/);
  }
});

test('the scenario default moves with real time and is the same whenever it is loaded', async () => {
  const first = await loadScenario('default', { cwd });
  expect(first).toMatchObject({ ok: true, scenario: { clock: undefined, frozen: false } });
  expect(await loadScenario('default', { cwd })).toEqual(first);
});
