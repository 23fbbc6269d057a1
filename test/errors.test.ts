import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/cli/config/read.js';
import { writeReadyFile } from '../src/cli/ready.js';
import { refusalCodes } from '../src/exchange/refusal-codes.js';
import { type ErrorCode, errorCodes, restage, RestageError, type Stand } from '../src/index.js';
import { start } from '../src/start.js';
import { temporaryDirectory } from './edges/temporary-directory.js';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
const sections = new Map(
  [...page.matchAll(/^### `([a-z-]+)`$([\s\S]*?)(?=^##)/gm)].map(([, code = '', text = '']) => [code, text]),
);

async function stood(cwd: string): Promise<Stand> {
  const stand = await restage({ cwd, state: '.restage', scenario: 'awaiting-override', listen: false });
  onTestFinished(() => stand.close().catch(() => undefined));
  return stand;
}

function write(cwd: string, file: string, ...lines: string[]): string {
  writeFileSync(join(cwd, file), lines.map((line) => `${line}\n`).join(''));
  return join(cwd, file);
}

/** How each error comes about, in an empty directory. */
const provoke: Record<ErrorCode, (cwd: string) => unknown> = {
  'bad-option': (cwd) => start({ mode: 'record', cwd, memory: true }),
  'config-invalid': (cwd) => readConfig(write(cwd, 'restage.yaml', 'port: high', 'log: loud')),
  'scenario-unknown': () => restage({ scenario: 'awaiting-overide' }),
  'scenario-invalid': (cwd) => {
    const steps = ['steps:', '  - on: platform.task-stage.show', '    respond: { status: 5030 }'];
    write(cwd, 'outage.yaml', 'scenario: outage', ...steps);
    return restage({ scenario: './outage.yaml', cwd });
  },
  'port-in-use': async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((listening) => other.once('listening', listening));
    return restage({ port: (other.address() as AddressInfo).port });
  },
  'address-unusable': () => restage({ host: '192.0.2.1', port: 4010 }),
  'state-locked': async (cwd) => {
    await stood(cwd);
    return restage({ cwd, state: '.restage' });
  },
  'state-unusable': (cwd) => restage({ state: write(cwd, 'notes.txt') }),
  'state-unwritten': async (cwd) => {
    const stand = await stood(cwd);
    rmSync(join(cwd, '.restage'), { recursive: true });
    return stand.clock.advance('2s');
  },
  'ready-file-unwritable': async () => {
    const running = await start({ memory: true, listen: false });
    onTestFinished(() => running.close());
    writeReadyFile('/nowhere/ready.json', running);
  },
  'recording-incomplete': async (cwd) => {
    const backend = await restage({ port: 0 });
    onTestFinished(() => backend.close());
    const registry = backend.url;
    const recorder = await restage({ mode: 'record', registry, cwd, fixtures: 'fixtures', listen: false });
    rmSync(join(cwd, 'fixtures'), { recursive: true });
    write(cwd, 'fixtures');
    await recorder.fetch('/v1/modules/acme/network/aws/versions');
    return recorder.close();
  },
  'bad-call': async (cwd) => (await stood(cwd)).step({ on: 'platform.nothing', times: -1 }),
  conflict: async (cwd) => (await stood(cwd)).signal('go'),
  closed: async (cwd) => {
    const stand = await stood(cwd);
    await stand.close();
    return stand.fetch('/api/v2/ping');
  },
};

/** A message with what differs from run to run replaced by what the page shows. */
function asShown(message: string, cwd: string): string {
  return message
    .replaceAll(cwd, '/home/you/project')
    .replace(new RegExp(`\\b${process.pid}\\b`, 'g'), '4321')
    .replace(/^port \d+/, 'port 4010')
    .replace(/or one of .*, or a file/, 'or one of …, or a file')
    .replace(/(ENOTDIR: not a directory, ).*/, '$1…')
    .replace(/(lock\.4321\.)\S+/, '$11');
}

test('the page lists every code there is, and no other', () => {
  expect([...sections.keys()]).toEqual([...errorCodes]);
});

test('every code is thrown somewhere in the sources', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('restage-error.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
    .join('\n');
  const thrown = [...sources.matchAll(/RestageError\(\s*'([a-z-]+)'/g)].map(([, code]) => code);

  expect(errorCodes.filter((code) => !thrown.includes(code) && code !== 'bad-call')).toEqual([]);
});

test.each(errorCodes)('%s reads as the page shows it', async (code) => {
  const cwd = temporaryDirectory();
  const shown = /^```text\n([\s\S]*?)\n```$/m.exec(sections.get(code) ?? '')?.[1];

  const error: unknown = await (async () => provoke[code](cwd))().then(
    () => undefined,
    (reason: unknown) => reason,
  );

  expect(error).toBeInstanceOf(RestageError);
  expect((error as RestageError).code).toBe(code);
  expect(asShown((error as RestageError).message, cwd)).toBe(shown);
});

test('details hold a line for each problem', async () => {
  const cwd = temporaryDirectory();
  const error = await Promise.resolve(provoke['scenario-invalid'](cwd)).catch((reason: unknown) => reason);

  expect((error as RestageError).details.map((line) => line.split(' ')[0])).toEqual([
    './outage.yaml:3:9',
    './outage.yaml:4:24',
  ]);
});

test('every code of a refusal is in the table with what to do about it, and no other', () => {
  const rows = [...page.matchAll(/^\| [\d, ]+ \| `([a-z-]+)` \| .+ \| .+ \|$/gm)].map(([, code]) => code);

  expect(new Set(rows)).toEqual(new Set(refusalCodes));
});
