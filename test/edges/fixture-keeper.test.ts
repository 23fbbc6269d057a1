import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FixtureKeeper } from '../../src/edges/fixture-keeper.js';
import type { WireRequest } from '../../src/exchange/request.js';
import { noRules } from '../../src/fixtures/rules.js';
import { Ledger } from '../../src/session/ledger.js';
import { RecordingCursor } from '../../src/session/recording-cursor.js';
import type { Taking } from '../../src/session/recorder.js';
import { temporaryDirectory } from './temporary-directory.js';

const base = { origin: 'http://127.0.0.1:4010', prefix: '' };
const file = 'platform/task-stages/show/ts-1.json';
const show: WireRequest = {
  method: 'GET',
  path: '/api/v2/task-stages/ts-1',
  query: '',
  headers: {},
  body: undefined,
  client: '',
  base,
};
const override: WireRequest = { ...show, method: 'POST', path: `${show.path}/actions/override` };

function cursor(): RecordingCursor {
  return new RecordingCursor(new Ledger().section('recording', 'lazy'));
}

async function openKeeper(directory: string) {
  const problems: string[] = [];
  const keeper = await FixtureKeeper.open({
    directory,
    rules: noRules,
    symbols: (text) => text,
    problem: ({ request, why }) => problems.push(`${request}: ${why}`),
  });
  return { keeper, problems };
}

function take(taking: Taking, body: string | Buffer, headers: readonly string[] = []): Taking {
  taking.head({ status: 200, headers, url: 'http://upstream.test/', address: undefined });
  taking.write(Buffer.from(body));
  return taking;
}

interface Read {
  readonly exchanges: readonly {
    epoch: number;
    count?: number;
    after?: string;
    text?: string;
    file?: string;
  }[];
}

const read = (directory: string): Read => JSON.parse(readFileSync(join(directory, file), 'utf8')) as Read;

test('an answer is on disk soon after the client has it, and nothing else is in the directory', async () => {
  const directory = temporaryDirectory();
  const { keeper } = await openKeeper(directory);

  take(
    keeper.begin(show, cursor(), () => undefined),
    'pending',
  ).keep();
  const report = await keeper.close();

  expect(report).toEqual({ written: [file], problems: [], outside: [] });
  expect(read(directory).exchanges).toEqual([{ epoch: 0, status: 200, headers: {}, text: 'pending' }]);
  expect(readdirSync(directory)).toEqual(['platform']);
});

test('an answer that the client did not get leaves no file and moves no epoch', async () => {
  const directory = temporaryDirectory();
  const { keeper } = await openKeeper(directory);
  const session = cursor();

  take(
    keeper.begin(override, session, () => undefined),
    'half',
  ).drop();
  take(
    keeper.begin(show, session, () => undefined),
    'pending',
  ).keep();
  const { written } = await keeper.close();

  expect(written).toEqual([file]);
  expect(read(directory).exchanges).toMatchObject([{ epoch: 0 }]);
});

test('a read that is answered while a write is under way may show it, and so belongs after it', async () => {
  const directory = temporaryDirectory();
  const { keeper } = await openKeeper(directory);
  const session = cursor();

  const write = take(
    keeper.begin(override, session, () => undefined),
    'done',
  );
  take(
    keeper.begin(show, session, () => undefined),
    'running',
  ).keep();
  write.keep();
  await keeper.close();

  expect(read(directory).exchanges).toMatchObject([
    { epoch: 1, after: 'POST /api/v2/task-stages/ts-1/actions/override', text: 'running' },
  ]);
});

test('sessions count their own writes, and a fixture holds the answers of both in the order of epochs', async () => {
  const directory = temporaryDirectory();
  const { keeper } = await openKeeper(directory);
  const one = cursor();

  take(
    keeper.begin(override, one, () => undefined),
    'done',
  ).keep();
  take(
    keeper.begin(show, one, () => undefined),
    'running',
  ).keep();
  take(
    keeper.begin(show, cursor(), () => undefined),
    'awaiting_override',
  ).keep();
  await keeper.close();

  expect(read(directory).exchanges.map(({ epoch, text }) => `${epoch} ${text}`)).toEqual([
    '0 awaiting_override',
    '1 running',
  ]);
});

test('a side file that a new recording has no use for goes, and one that others use stays', async () => {
  const directory = temporaryDirectory();
  const large = Buffer.alloc(5 * 1024 * 1024, 1);
  const small = Buffer.from([0xff, 0xfe, 0]);
  const first = await openKeeper(directory);
  take(
    first.keeper.begin(show, cursor(), () => undefined),
    large,
  ).keep();
  take(
    first.keeper.begin({ ...show, path: '/api/v2/other' }, cursor(), () => undefined),
    small,
  ).keep();
  await first.keeper.close();
  const before = readdirSync(join(directory, 'bodies'));

  const { keeper } = await openKeeper(directory);
  take(
    keeper.begin(show, cursor(), () => undefined),
    'small now',
  ).keep();
  await keeper.close();

  const after = readdirSync(join(directory, 'bodies'));
  expect(before).toHaveLength(2);
  expect(after).toHaveLength(1);
  expect(statSync(join(directory, 'bodies', after[0] ?? '')).size).toBe(small.length);
});

test('a file in the way that is no fixture is not overwritten, and said once', async () => {
  const directory = temporaryDirectory();
  const { keeper, problems } = await openKeeper(directory);
  take(
    keeper.begin(show, cursor(), () => undefined),
    'x',
  ).keep();
  await keeper.close();
  writeFileSync(join(directory, file), '{"restage": 99}');
  const again = await openKeeper(directory);

  take(
    again.keeper.begin(show, cursor(), () => undefined),
    'y',
  ).keep();
  take(
    again.keeper.begin(show, cursor(), () => undefined),
    'z',
  ).keep();
  const report = await again.keeper.close();

  expect(problems).toEqual([]);
  expect(again.problems).toEqual([
    `GET /api/v2/task-stages/ts-1: what lies there is no fixture and is not overwritten: ${file}:1:2 restage: found version 99, expected 1, the only version that this restage reads. Delete it to record anew`,
  ]);
  expect(report.problems).toHaveLength(1);
  expect(readFileSync(join(directory, file), 'utf8')).toBe('{"restage": 99}');
});

test('a body that cannot be decoded is not kept, and said', async () => {
  const directory = temporaryDirectory();
  const { keeper, problems } = await openKeeper(directory);

  take(
    keeper.begin(show, cursor(), () => undefined),
    'no gzip',
    ['content-encoding', 'gzip'],
  ).keep();
  await keeper.close();

  expect(problems).toEqual([
    'GET /api/v2/task-stages/ts-1: its body cannot be decoded: incorrect header check',
  ]);
  expect(existsSync(join(directory, file))).toBe(false);
});

test('a secret that is learned later is taken out of what was written before', async () => {
  const directory = temporaryDirectory();
  const { keeper } = await openKeeper(directory);
  const authorization = 'Bearer late-made-up-0815';

  take(
    keeper.begin(show, cursor(), () => undefined),
    'shows late-made-up-0815 early',
  ).keep();
  take(
    keeper.begin({ ...show, path: '/api/v2/ping', headers: { authorization } }, cursor(), () => undefined),
    'ok',
  ).keep();
  await keeper.close();

  expect(read(directory).exchanges).toMatchObject([{ text: 'shows {{secret:authorization}} early' }]);
});
