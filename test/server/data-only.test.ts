import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { loadScenarioFile, parseScenario } from '../../src/edges/scenario-files.js';
import { formatFixture } from '../../src/fixtures/format-fixture.js';
import { readFixture } from '../../src/fixtures/read-fixture.js';
import { type Running, start, type StartOptions } from '../../src/start.js';

const poison = '{"polluted":"yes"}';

async function serve(options: StartOptions = {}): Promise<Running> {
  const running = await start({ port: 0, memory: true, ...options });
  onTestFinished(() => running.close());
  return running;
}

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'restage-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function isClean(): boolean {
  const some: Record<string, unknown>[] = [
    {},
    [] as never,
    (() => 1) as never,
    Object.create(Object.prototype) as never,
  ];
  return some.every((one) => one['polluted'] === undefined);
}

test.each([
  ['a function', 'about: !!js/function "function () { return 1 }"'],
  ['a regular expression', 'about: !!js/regexp /x/'],
  ['undefined', 'about: !!js/undefined ""'],
  ['an included file', 'about: !include /etc/passwd'],
  ['the environment', 'about: !ENV ${HOME}'],
  ['a Python object', 'about: !!python/object/apply:os.system ["id"]'],
  ['bytes', 'about: !!binary aGk='],
  ['a merge', 'base: &b { scenario: x }\n<<: *b'],
])('a scenario with %s in it is refused, with the place', async (_, line) => {
  const loaded = await parseScenario(`scenario: x\n${line}\n`, 'x.yaml', { cwd: '.' });

  expect(loaded).toMatchObject({ ok: false, why: 'invalid' });
  if (!loaded.ok) expect(loaded.problems[0]).toMatchObject({ file: 'x.yaml', line: 2 });
});

test('a bomb of aliases in a file is refused at once', async () => {
  const levels = Array.from(
    { length: 30 },
    (_, at) => `  - &l${at + 1} [*l${at}, *l${at}, *l${at}, *l${at}]`,
  );
  const file = join(directory(), 'bomb.yaml');
  writeFileSync(file, `scenario: bomb\nsteps:\n  - &l0 [x]\n${levels.join('\n')}\n`);
  const began = performance.now();

  const loaded = await loadScenarioFile(file, { cwd: '.' });

  expect(loaded.ok).toBe(false);
  expect(JSON.stringify(loaded)).toContain('aliases of too much');
  expect(performance.now() - began).toBeLessThan(5000);
});

const places: [method: string, path: string, body: string][] = [
  ['POST', '/sessions', `{"__proto__":${poison},"name":"p"}`],
  ['POST', '/sessions', `{"name":"__proto__"}`],
  ['POST', '/sessions/__proto__/reset', '{}'],
  ['PUT', '/sessions/main/scenario', `{"scenario":{"scenario":"x","__proto__":${poison}}}`],
  ['PUT', '/sessions/main/scenario', `{"name":"__proto__"}`],
  ['PUT', '/sessions/main/scenario', `{"name":"constructor"}`],
  ['PUT', '/sessions/main/state', `{"ledger":{"__proto__":${poison}}}`],
  ['PUT', '/sessions/main/state', `{"ledger":{"world":{"__proto__":${poison}}}}`],
  [
    'PUT',
    '/sessions/main/state',
    `{"ledger":{"world":{"runs/r":{"type":"runs","id":"r","attributes":{"__proto__":${poison}}}}}}`,
  ],
  ['PUT', '/sessions/main/state', `{"ledger":{"constructor":{"prototype":${poison}}}}`],
  ['POST', '/sessions/main/steps', `{"on":"platform.ping","set":{"__proto__/x":${poison}}}`],
  [
    'POST',
    '/sessions/main/steps',
    `{"on":"platform.ping","set":{"runs/run-AtRest":{"__proto__":${poison}}}}`,
  ],
  ['POST', '/sessions/main/steps', `{"on":"registry.modules.list","patch":{"$.__proto__.polluted":"yes"}}`],
  [
    'POST',
    '/sessions/main/steps',
    `{"on":"registry.modules.list","patch":{"$.constructor.prototype.polluted":"yes"}}`,
  ],
  ['POST', '/sessions/main/steps', `{"on":"registry.modules.list","headers":{"__proto__":"x"}}`],
  [
    'POST',
    '/sessions/main/steps',
    `{"on":"registry.modules.list","where":{"query":{"__proto__":"x"}},"respond":{"body":{"__proto__":${poison}}}}`,
  ],
  ['POST', '/sessions/main/verify', `{"on":"platform.ping","where":{"body":{"$.__proto__.polluted":"yes"}}}`],
  [
    'POST',
    '/sessions/main/explain',
    `{"method":"GET","url":"/v1/modules?__proto__=x","headers":{"__proto__":"x"}}`,
  ],
];

test.each(places)('%s %s %s changes no other object', async (method, path, body) => {
  const running = await serve();

  const response = await fetch(running.control + path, {
    method,
    body,
    headers: { 'content-type': 'application/json' },
  });
  await fetch(`${running.registry}?__proto__=x`);
  await fetch(`${running.platform}/ping`, { headers: { authorization: 'Bearer x' } });

  expect(response.status).toBeLessThan(500);
  expect(isClean()).toBe(true);
  expect(await (await fetch(`${running.control}/health`)).json()).not.toHaveProperty('polluted');
});

test.each([
  [
    'PATCH',
    '/api/v2/oauth-tokens/ot-1',
    `{"data":{"id":"ot-1","type":"oauth-tokens","attributes":{"__proto__":${poison}}}}`,
  ],
  ['PATCH', '/api/v2/oauth-tokens/ot-1', `{"__proto__":${poison},"constructor":{"prototype":${poison}}}`],
  ['POST', '/api/v2/task-stages/ts-Waiting/actions/override', `{"comment":"x","__proto__":${poison}}`],
  ['GET', '/api/v2/oauth-tokens/__proto__', ''],
  ['GET', '/api/v2/task-stages/constructor', ''],
  ['GET', '/v1/modules/__proto__/constructor/prototype/versions', ''],
  ['GET', '/api/v2/runs/run-AtRest/task-stages?include=__proto__,constructor', ''],
  ['GET', '/api/v2/policy-evaluations/x/policy-set-outcomes?filter[__proto__][polluted]=yes', ''],
])('%s %s %s changes no other object', async (method, path, body) => {
  const running = await serve();

  const response = await fetch(running.url + path, {
    method,
    headers: { authorization: 'Bearer demo', 'content-type': 'application/vnd.api+json' },
    ...(body === '' ? {} : { body }),
  });

  expect(response.status).toBeLessThan(500);
  expect(isClean()).toBe(true);
});

test('a fixture whose members are called like prototypes is data, and is written back as it was', () => {
  const text = JSON.stringify({
    restage: 1,
    request: { method: 'GET', path: '/api/v2/x', query: {} },
    exchanges: [
      {
        epoch: 0,
        status: 200,
        headers: {},
        json: JSON.parse(`{"constructor":1,"__proto__":${poison}}`) as unknown,
      },
    ],
  });

  const read = readFixture(text);

  expect(isClean()).toBe(true);
  if (!('fixture' in read)) throw new Error(JSON.stringify(read.findings));
  expect(formatFixture(read.fixture)).toContain('"__proto__"');
});

test('a state file whose sections and keys are called like prototypes is data', async () => {
  const state = directory();
  const sealed = (text: string, line: number): string =>
    `${crc32(text, line).toString(16).padStart(8, '0')} ${text}\n`;
  const first = await start({ port: 0, state });
  await first.close();
  const [file = ''] = readdirSync(state).filter((name) => name.endsWith('.session'));
  const lines = readFileSync(join(state, file), 'utf8').split('\n');
  expect(lines[0]).toMatch(/^[0-9a-f]{8} \{"restage":"session"/);
  writeFileSync(
    join(state, file),
    sealed(`{"__proto__":${poison},"restage":"session","format":1,"session":"main","about":{}}`, 0),
  );
  const said: string[] = [];

  const again = await serve({ memory: false, state, warn: (text) => said.push(text) });

  expect((await fetch(`${again.control}/health`)).status).toBe(200);
  expect(said.join()).toContain(file);
  expect(isClean()).toBe(true);
});
