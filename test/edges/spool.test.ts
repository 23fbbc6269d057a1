import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { decodeSpooled } from '../../src/edges/decode-spooled.js';
import { readSpooled, Spool, type Spooled } from '../../src/edges/spool.js';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'restage-spool-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
});

async function spooled(bytes: Uint8Array, memory = 1000): Promise<Spooled> {
  const spool = new Spool({ dir, memory });
  for (let at = 0; at < bytes.length; at += 300) spool.write(bytes.subarray(at, at + 300));
  return spool.end();
}

test('a small body stays in memory and touches no disk', async () => {
  const bytes = randomBytes(1000);

  const body = await spooled(bytes);

  expect(body.bytes).toEqual(bytes);
  expect(body.size).toBe(1000);
  expect(readdirSync(dir)).toEqual([]);
});

test('no body at all is an empty one', async () => {
  expect(await spooled(Buffer.alloc(0))).toMatchObject({ size: 0, bytes: Buffer.alloc(0) });
});

test('a body one byte larger than memory is whole in a file that nobody else may read', async () => {
  const bytes = randomBytes(1001);

  const body = await spooled(bytes);

  expect([body.size, body.bytes]).toEqual([1001, undefined]);
  expect(readFileSync(body.file ?? '')).toEqual(bytes);
  expect(statSync(body.file ?? '').mode & 0o777).toBe(0o600);
});

test('a spool that is behind says false and calls when it goes on', async () => {
  const piece = Buffer.alloc(700_000);
  await new Promise<void>((resolve, reject) => {
    const spool = new Spool({ dir, onDrain: resolve });
    expect(spool.write(piece)).toBe(true);
    expect(spool.write(piece)).toBe(false);
    setTimeout(() => reject(new Error('never called')), 5000).unref();
  });
});

test('a body given up leaves no file, before its end and after', async () => {
  const spool = new Spool({ dir, memory: 10 });
  spool.write(randomBytes(100));
  const done = new Spool({ dir, memory: 10 });
  done.write(randomBytes(100));
  await done.end();

  await spool.discard();
  await done.discard();

  expect(readdirSync(dir)).toEqual([]);
});

test('writing after a body was given up is swallowed', async () => {
  const spool = new Spool({ dir, memory: 10 });
  await spool.discard();

  expect(spool.write(randomBytes(100))).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});

test('a failure of the disk holds nobody up and is told at the end', async () => {
  let drained = 0;
  const spool = new Spool({ dir: join(dir, 'missing'), memory: 10, onDrain: () => drained++ });
  spool.write(randomBytes(100));

  await expect(spool.end()).rejects.toThrow(/ENOENT/);

  expect(spool.write(randomBytes(100))).toBe(true);
  expect(drained).toBeGreaterThan(0);
});

test.each([1000, 1_000_000])('a collected body of %i bytes reads back as it was', async (size) => {
  const bytes = randomBytes(size);
  const read: Uint8Array[] = [];

  for await (const chunk of readSpooled(await spooled(bytes))) read.push(chunk);

  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});

test.each([
  ['in memory', 10_000_000],
  ['in a file', 10],
])('a coded body collected %s is decoded into another', async (_where, memory) => {
  const plain = randomBytes(3_000_000);
  const body = await spooled(gzipSync(deflateSync(plain)), memory);

  const decoded = await decodeSpooled(body, 'deflate, gzip', { dir });

  const { file, size } = 'spooled' in decoded ? decoded.spooled : { file: undefined };
  expect(size).toBe(plain.length);
  expect(readFileSync(file ?? '').equals(plain)).toBe(true);
});

test('a body without codings is the same body', async () => {
  const body = await spooled(Buffer.from('plain'));

  expect(await decodeSpooled(body, 'identity', { dir })).toEqual({ spooled: body });
});

test.each([10_000, 10])(
  'with %i bytes of memory, what cannot be decoded is told and leaves no file',
  async (memory) => {
    const noise = Buffer.concat([Buffer.from([0xff]), randomBytes(2000)]);
    const body = await spooled(noise, memory);
    const before = readdirSync(dir);

    expect(await decodeSpooled(body, 'gzip', { dir, memory })).toHaveProperty('corrupt');
    expect(await decodeSpooled(body, 'sdch', { dir, memory })).toEqual({ asIs: 'sdch' });
    expect(readdirSync(dir)).toEqual(before);
  },
);

test('decoding to a directory that is gone rejects with the reason', async () => {
  const body = await spooled(gzipSync(randomBytes(2000)), 10);
  writeFileSync(join(dir, 'file'), '');

  await expect(decodeSpooled(body, 'gzip', { dir: join(dir, 'file'), memory: 10 })).rejects.toThrow(
    /ENOTDIR/,
  );
});
