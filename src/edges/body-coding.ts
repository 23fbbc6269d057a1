import { Readable, pipeline } from 'node:stream';
import zlib from 'node:zlib';
import type { Duplex } from 'node:stream';

/** A body without its codings; `asIs` names the coding that is not known here; `corrupt` says what is wrong with it. */
export type Decoded =
  { readonly bytes: Uint8Array } | { readonly asIs: string } | { readonly corrupt: string };

/** A coding that is not known here: the body has to be kept as it is. */
export class UnknownCoding extends Error {
  constructor(readonly coding: string) {
    super(`the content coding "${coding}" is not known here`);
  }
}

/** A body that is broken, cut off, or larger than it may be. */
export class CorruptBody extends Error {}

interface Coding {
  readonly sync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
  readonly stream: () => Duplex;
}

/** zstd came to Node after the oldest version supported here. */
const modern = zlib as typeof zlib & {
  readonly zstdDecompressSync?: Coding['sync'];
  readonly createZstdDecompress?: Coding['stream'];
};

const gzip: Coding = { sync: zlib.gunzipSync, stream: zlib.createGunzip };
const deflate: Coding = { sync: zlib.inflateSync, stream: zlib.createInflate };
const rawDeflate: Coding = { sync: zlib.inflateRawSync, stream: zlib.createInflateRaw };
const brotli: Coding = { sync: zlib.brotliDecompressSync, stream: zlib.createBrotliDecompress };

const known = new Map<string, Coding>([
  ['gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
]);
if (modern.zstdDecompressSync && modern.createZstdDecompress) {
  known.set('zstd', { sync: modern.zstdDecompressSync, stream: modern.createZstdDecompress });
}

/** The content codings that this Node can decode, as they are written in `Accept-Encoding`. */
export const decodableCodings: readonly string[] = [...known.keys()];

/** More than any deflate stream can swell (1032 to 1): only a bomb does, once it is past {@link harmless}. */
const swelling = 1100;
const harmless = 16 * 1024 * 1024;

/**
 * Takes the codings off a whole body, the last one named first.
 *
 * @param contentEncoding - the header's value, e.g. `gzip` or `gzip, br`; empty for none
 * @param maxBytes - how large it may be then
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string, maxBytes = 64 * 1024 * 1024): Decoded {
  let body = bytes;
  try {
    for (const coding of codingsOf(contentEncoding)) {
      if (body.length === 0) break;
      const maxOutputLength = bound(bytes.length, maxBytes);
      body = variantOf(coding, body).sync(body, { maxOutputLength });
    }
    return { bytes: body };
  } catch (error) {
    if (error instanceof UnknownCoding) return { asIs: error.coding };
    return { corrupt: explain(error) };
  }
}

/**
 * Takes the codings off a body as it is read. Throws {@link UnknownCoding} before the first piece, or
 * {@link CorruptBody} at the place where it is broken or grows beyond `maxBytes`.
 */
export async function* decodeChunks(
  source: AsyncIterable<Uint8Array>,
  contentEncoding: string,
  maxBytes = 1024 * 1024 * 1024,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let size = 0;
  let chunks: AsyncIterable<Uint8Array> = counted(source, (length) => (received += length));
  for (const coding of codingsOf(contentEncoding)) chunks = takeOff(chunks, coding);
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > bound(received, maxBytes)) throw new CorruptBody(tooLarge);
    yield chunk;
  }
}

async function* takeOff(source: AsyncIterable<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const decoder = variantOf(coding, first.value).stream();
  const failed = { with: undefined as unknown };
  pipeline(Readable.from(whole()), decoder, (error) => (failed.with = error));
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    const cause = failed.with ?? error;
    throw cause instanceof CorruptBody ? cause : new CorruptBody(explain(cause));
  }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    count(chunk.length);
    yield chunk;
  }
}

/** The codings to take off, in that order. */
function codingsOf(contentEncoding: string): Coding[] {
  return contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => {
      const coding = known.get(name === 'x-gzip' ? 'gzip' : name);
      if (!coding) throw new UnknownCoding(name);
      return coding;
    })
    .reverse();
}

/** `deflate` means zlib's format (RFC 9110 §8.4.1.2), but some servers send it bare: a zlib header begins with method 8. */
function variantOf(coding: Coding, start: Uint8Array): Coding {
  return coding === deflate && ((start[0] ?? 0) & 0x0f) !== 8 ? rawDeflate : coding;
}

function bound(received: number, maxBytes: number): number {
  return Math.min(maxBytes, Math.max(harmless, received * swelling));
}

const tooLarge = 'it grows beyond what is decoded here';

function explain(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
  return code === 'Z_BUF_ERROR' ? 'it is cut off' : message;
}
