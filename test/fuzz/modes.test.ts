import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../src/start.js';
import { judgeAnswer } from './judge.js';
import { anyRequest, bytesOf } from './requests.js';
import { patience, runs } from './runs.js';
import { send } from './send.js';

/** A backend that answers everything with what it was last told. */
async function backend(): Promise<{ readonly url: string; readonly tell: (answer: Told) => void }> {
  let told: Told = { status: 200, type: 'application/json', body: Buffer.from('{}') };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const empty = told.status === 204 || told.status === 304;
      response.writeHead(told.status, { 'content-type': told.type, link: '</x>', 'x-request-id': 'r' });
      response.end(empty ? undefined : told.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, tell: (answer) => void (told = answer) };
}

interface Told {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'restage-fuzz-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const told: fc.Arbitrary<Told> = fc.record({
  status: fc.constantFrom(200, 200, 201, 204, 302, 404, 429),
  type: fc.constantFrom(
    'application/vnd.api+json',
    'application/json',
    'text/html',
    'application/octet-stream',
    '',
  ),
  body: fc.oneof(
    fc.jsonValue({ maxDepth: 4 }).map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc.nat(3000).map((deep) => Buffer.from('['.repeat(deep) + ']'.repeat(deep))),
  ),
});

test(
  'whatever is asked, recorded and asked again is answered whole and without a failure of restage',
  async () => {
    const cwd = directory();
    const { url, tell } = await backend();
    const said: string[] = [];
    const options = { port: 0, memory: true, cwd, warn: (text: string) => said.push(text) };
    const recorder = await start({ ...options, mode: 'record', platform: url, registry: url });
    const asked: Buffer[] = [];
    await fc.assert(
      fc.asyncProperty(anyRequest, told, async (request, answer) => {
        tell(answer);
        const bytes = bytesOf(request);
        asked.push(bytes);
        const { status, body, whole } = await send(Number(new URL(recorder.url).port), bytes);
        expect(status, body).not.toBe(500);
        expect(whole).toBe(true);
      }),
      runs(100),
    );
    await recorder.close();
    const replay = await start({ ...options, mode: 'replay', derive: true });
    onTestFinished(() => replay.close());
    for (const bytes of asked) {
      const { status, body, whole } = await send(Number(new URL(replay.url).port), bytes);
      expect(status, body).not.toBe(500);
      expect(whole).toBe(true);
    }
    expect(said.filter((text) => text.includes('could not be answered'))).toEqual([]);
  },
  patience,
);

test(
  'any request to a replay without recordings is refused in the shape of its API',
  async () => {
    const replay = await start({ port: 0, memory: true, cwd: directory(), mode: 'replay', derive: true });
    onTestFinished(() => replay.close());
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const answer = await send(Number(new URL(replay.url).port), bytesOf(request));
        judgeAnswer(answer, request.target, request.method);
      }),
      runs(200),
    );
  },
  patience,
);
