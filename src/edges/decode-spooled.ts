import { CorruptBody, decodeBody, decodeChunks, UnknownCoding } from './body-coding.js';
import { readSpooled, Spool, type Spooled, type SpoolOptions } from './spool.js';

/** A collected body without its codings, or why it stays as it is; see `Decoded`. */
export type DecodedSpool =
  { readonly spooled: Spooled } | { readonly asIs: string } | { readonly corrupt: string };

/**
 * Takes the codings off a collected body into another one. The first is left to its owner. Rejects when the disk
 * fails.
 */
export async function decodeSpooled(
  spooled: Spooled,
  contentEncoding: string,
  options: Omit<SpoolOptions, 'onDrain'>,
): Promise<DecodedSpool> {
  if (spooled.bytes) {
    const decoded = decodeBody(spooled.bytes, contentEncoding);
    if (!('bytes' in decoded)) return decoded;
    if (decoded.bytes === spooled.bytes) return { spooled };
    return { spooled: await collect([decoded.bytes], options) };
  }
  try {
    return { spooled: await collect(decodeChunks(readSpooled(spooled), contentEncoding), options) };
  } catch (error) {
    if (error instanceof UnknownCoding) return { asIs: error.coding };
    if (error instanceof CorruptBody) return { corrupt: error.message };
    throw error;
  }
}

/** Collects pieces, waiting whenever the disk is behind. */
async function collect(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Omit<SpoolOptions, 'onDrain'>,
): Promise<Spooled> {
  let goOn: (() => void) | undefined;
  const spool = new Spool({ ...options, onDrain: () => goOn?.() });
  try {
    for await (const chunk of chunks) {
      if (!spool.write(chunk)) await new Promise<void>((resolve) => (goOn = resolve));
    }
    return await spool.end();
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
