import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FixtureFiles } from '../../src/edges/fixture-files.js';
import { readFixture } from '../../src/fixtures/read-fixture.js';
import { fixtureText, put, sha256 } from './fixture-text.js';
import { temporaryDirectory } from './temporary-directory.js';

const ping = 'platform/ping.json';

function open(root: string): FixtureFiles {
  const files = new FixtureFiles(root, { watch: false });
  onTestFinished(() => files.close());
  return files;
}

test('a fixture cut anywhere is not answered from, and is named with the place', () => {
  const root = temporaryDirectory();
  const text = fixtureText('/api/v2/ping', { json: { data: { id: 'ünï', n: [1, 2.5, null, true] } } });
  const bytes = Buffer.from(text);
  put(root, ping, text);
  const files = open(root);
  const whole = Buffer.from(text.trimEnd()).length;

  for (let length = 0; length < whole; length++) {
    writeFileSync(join(root, ping), bytes.subarray(0, length));
    const lookup = files.lookup(ping);
    expect(lookup?.fixture, `cut at ${length}`).toBeUndefined();
    expect(lookup?.problems?.[0].file).toBe(ping);
  }
});

test('a fixture with any byte changed is named, or says what now stands in it and nothing else', () => {
  const root = temporaryDirectory();
  const text = fixtureText('/api/v2/ping', { json: { data: { id: 'x', n: [1, null] } } });
  put(root, ping, text);
  const files = open(root);
  let named = 0;
  for (let at = 0; at < text.length; at++) {
    for (const mask of [1, 0xff]) {
      const changed = Buffer.from(text);
      changed[at] = (changed[at] ?? 0) ^ mask;
      writeFileSync(join(root, ping), changed);
      const lookup = files.lookup(ping);
      const isText = Buffer.from(changed.toString()).equals(changed);
      const read = isText ? readFixture(changed.toString()) : undefined;
      if (read && 'fixture' in read) {
        expect(lookup?.fixture, `byte ${at} ^ ${mask}`).toEqual(read.fixture);
      } else {
        expect(lookup?.problems?.[0].file, `byte ${at} ^ ${mask}`).toBe(ping);
        named++;
      }
    }
  }
  expect(named).toBeGreaterThan(text.length);
});

test('a side file cut anywhere or with any byte changed is noticed before anything is answered from it', () => {
  const root = temporaryDirectory();
  const body = Buffer.from('binary \0\xff body', 'latin1');
  const side = `bodies/${sha256(body)}`;
  put(root, ping, fixtureText('/api/v2/ping', { file: side, bytes: body.length }));
  put(root, side, body);
  const files = open(root);
  expect(files.lookup(ping)?.fixture).toBeDefined();

  const damaged = [
    ...Array.from(body, (_, length) => body.subarray(0, length)),
    ...Array.from(body, (byte, at) => Buffer.from(body).fill(byte ^ 1, at, at + 1)),
    Buffer.concat([body, Buffer.from('x')]),
  ];
  for (const bytes of damaged) {
    writeFileSync(join(root, side), bytes);
    const problem = files.lookup(ping)?.problems?.[0];
    expect(problem?.file).toBe(ping);
    expect(problem?.found).toContain(side);
  }
});
