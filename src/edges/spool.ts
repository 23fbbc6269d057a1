import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A body that was collected: small ones in memory, others in a file, which belongs to whoever takes it. */
export type Spooled =
  | { readonly bytes: Uint8Array; readonly file?: undefined; readonly size: number }
  | { readonly bytes?: undefined; readonly file: string; readonly size: number };

/** How a body is collected. */
export interface SpoolOptions {
  /** Where the file is made when the body outgrows memory. */
  readonly dir: string;
  /** Called when writing may go on after {@link Spool.write} said false. */
  readonly onDrain?: () => void;
  /** Bytes kept in memory at most. */
  readonly memory?: number;
}

interface SpoolFile {
  readonly path: string;
  readonly stream: WriteStream;
}

const queue = 1024 * 1024;

/** Collects one body: in memory first, in a file `.spool-…` when it grows. */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #memory: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: SpoolFile | undefined;
  #error: Error | undefined;

  constructor(options: SpoolOptions) {
    this.#options = options;
    this.#memory = options.memory ?? 256 * 1024;
  }

  /**
   * Takes a piece, which must not be changed afterwards. False asks to wait for `onDrain`. After a failure of the disk
   * pieces are swallowed, so that whoever else reads the body is not held up; {@link Spool.end} tells.
   */
  write(chunk: Uint8Array): boolean {
    if (this.#error) return true;
    this.#size += chunk.length;
    if (this.#file) return this.#append(this.#file, chunk);
    this.#chunks.push(chunk);
    if (this.#size <= this.#memory) return true;
    const file = (this.#file = this.#open());
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.map((each) => this.#append(file, each)).every(Boolean);
  }

  /** The body, of which no more comes: in memory, or written out, as {@link end} gives it. */
  take(): Uint8Array | Promise<Spooled> {
    if (!this.#file)
      return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
    const ended = this.end();
    ended.catch(() => undefined); // whoever takes it is told
    return ended;
  }

  /** The body, whole and written out. Rejects with the disk's error; the file is removed then. */
  async end(): Promise<Spooled> {
    const size = this.#size;
    if (!this.#file) return inMemory(Buffer.concat(this.#chunks, size));
    const { path, stream } = this.#file;
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      if (stream.closed) resolve();
      else stream.end();
    });
    if (this.#error) {
      await this.discard();
      throw this.#error;
    }
    return { file: path, size };
  }

  /** Gives the body up, whether it is finished or not, and removes its file. */
  async discard(): Promise<void> {
    this.#chunks = [];
    this.#error ??= new Error('the body was given up');
    if (!this.#file) return;
    const { path, stream } = this.#file;
    if (!stream.closed) {
      await new Promise<void>((resolve) => {
        stream.once('close', resolve);
        stream.destroy();
      });
    }
    await rm(path, { force: true });
  }

  #append(file: SpoolFile, chunk: Uint8Array): boolean {
    return file.stream.write(chunk);
  }

  #open(): SpoolFile {
    const path = join(this.#options.dir, `.spool-${randomBytes(9).toString('hex')}`);
    const stream = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: queue });
    stream.on('drain', () => this.#options.onDrain?.());
    stream.on('error', (error) => {
      this.#error ??= error;
      this.#options.onDrain?.();
    });
    return { path, stream };
  }
}

/** Reads a collected body, piece by piece. The file is opened with the first one. */
export async function* readSpooled(spooled: Spooled): AsyncGenerator<Uint8Array> {
  if (spooled.file === undefined) yield spooled.bytes;
  else yield* createReadStream(spooled.file) as AsyncIterable<Uint8Array>;
}

/** A body in memory. */
export function inMemory(bytes: Uint8Array): Spooled {
  return { bytes, size: bytes.length };
}
