import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import {
  CorruptBody,
  decodableCodings,
  decodeBody,
  decodeChunks,
  UnknownCoding,
} from '../../src/edges/body-coding.js';

const text = JSON.stringify({
  data: Array.from({ length: 500 }, (_, i) => ({ id: `ts-${i}`, type: 'task-stages' })),
});
const plain = Buffer.from(text);
const { gzipSync, deflateSync, deflateRawSync, brotliCompressSync } = zlib;

const coded: readonly (readonly [coding: string, bytes: Buffer])[] = [
  ['', plain],
  ['identity', plain],
  ['gzip', gzipSync(plain)],
  ['X-GZip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ['deflate,identity , gzip', gzipSync(deflateSync(plain))],
  ['gzip', Buffer.concat([gzipSync(plain.subarray(0, 100)), gzipSync(plain.subarray(100))])],
];

/** The bytes as they may come over a socket: in pieces, empty ones among them. */
async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield Buffer.alloc(0);
    yield bytes.subarray(at, at + size);
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

test.each(coded)('a body coded "%s" is decoded whole and in pieces', async (coding, bytes) => {
  const whole = decodeBody(bytes, coding);

  expect('bytes' in whole && Buffer.from(whole.bytes).toString()).toBe(text);
  expect(await readAll(decodeChunks(pieces(bytes), coding))).toBe(text);
});

test.each(decodableCodings)('an empty body coded %s is empty', async (coding) => {
  expect(decodeBody(Buffer.alloc(0), coding)).toEqual({ bytes: Buffer.alloc(0) });
  expect(await readAll(decodeChunks(pieces(Buffer.alloc(0)), coding))).toBe('');
});

test('a coding that is not known leaves the body as it is, also below one that is', async () => {
  expect(decodeBody(plain, 'compress, gzip')).toEqual({ asIs: 'compress' });
  await expect(readAll(decodeChunks(pieces(plain), 'sdch'))).rejects.toThrow(UnknownCoding);
});

test('zstd is offered where Node has it and nowhere else', () => {
  expect(decodableCodings.includes('zstd')).toBe('createZstdDecompress' in zlib);
});

test.each([
  ['gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
])('a body coded %s that was cut off is corrupt at any length', async (coding, bytes) => {
  for (const length of [1, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const cut = bytes.subarray(0, length);

    expect(decodeBody(cut, coding)).toEqual({ corrupt: 'it is cut off' });
    await expect(readAll(decodeChunks(pieces(cut), coding))).rejects.toThrow(CorruptBody);
  }
});

test.each(decodableCodings)('noise is no body coded %s', async (coding) => {
  const noise = Buffer.concat([Buffer.from([0xff, 0xff]), randomBytes(200)]);

  expect(decodeBody(noise, coding)).toHaveProperty('corrupt');
  await expect(readAll(decodeChunks(pieces(noise), coding))).rejects.toThrow(CorruptBody);
});

test('a body that grows beyond what is allowed is given up', async () => {
  const bytes = gzipSync(Buffer.alloc(200_000));

  expect(decodeBody(bytes, 'gzip', 100_000)).toEqual({ corrupt: 'it grows beyond what is decoded here' });
  expect(decodeBody(bytes, 'gzip', 200_000)).toHaveProperty('bytes');
  await expect(readAll(decodeChunks(pieces(bytes, 1000), 'gzip', 100_000))).rejects.toThrow('grows beyond');
});

test('a bomb that swells more than any one deflate stream can is given up early', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(40 * 1024 * 1024), {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 },
  });

  expect(bomb.length).toBeLessThan(10_000);
  const decoded = decodeBody(bomb, 'br');
  expect('corrupt' in decoded && decoded.corrupt).toBe('it grows beyond what is decoded here');
  await expect(readAll(decodeChunks(pieces(bomb, 1000), 'br'))).rejects.toThrow('grows beyond');
});

test('a source that breaks off breaks the decoded body with its own error', async () => {
  const broken = (async function* () {
    yield gzipSync(plain).subarray(0, 50);
    await Promise.resolve();
    throw new Error('the disk is gone');
  })();

  await expect(readAll(decodeChunks(broken, 'gzip'))).rejects.toThrow('the disk is gone');
});
