import { type Cipher, createCipheriv, createDecipheriv, type Decipher, randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that are worth a look at the disk. */
export const piece = 256 * 1024;

/**
 * A file that is written at its end and read from its beginning, once. Nobody else can read it: it has no name any more
 * as soon as it is open, and is encrypted with a key that lies in this object only. After a failure to write, only what
 * was written before can be read.
 */
export class SealedFile {
  readonly #fd: number;
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;
  #written = 0;
  #fetched = 0;
  /** What was read and deciphered, and not yet handed out. */
  #plain = Buffer.alloc(0);

  /** @throws the system's error */
  constructor(dir: string) {
    const path = join(dir, `.backlog-${randomBytes(9).toString('hex')}`);
    this.#fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    this.#cipher = createCipheriv('aes-256-ctr', key, iv);
    this.#decipher = createDecipheriv('aes-256-ctr', key, iv);
  }

  /** Bytes that are still to be read. */
  get left(): number {
    return this.#written - this.#fetched + this.#plain.length;
  }

  /** @throws the system's error */
  write(bytes: Uint8Array): void {
    if (this.left === 0) this.#beginAgain();
    const sealed = this.#cipher.update(bytes);
    const { length } = sealed;
    for (let at = 0; at < length;) at += writeSync(this.#fd, sealed, at, length - at, this.#written + at);
    this.#written += length;
  }

  /** The next so many bytes, which must be there. */
  read(length: number): Buffer {
    while (this.#plain.length < length) {
      const sealed = Buffer.allocUnsafe(Math.max(piece, length - this.#plain.length));
      const count = readSync(this.#fd, sealed, 0, sealed.length, this.#fetched);
      if (count === 0) throw new Error('what waited to be kept cannot be read back');
      this.#fetched += count;
      this.#plain = Buffer.concat([this.#plain, this.#decipher.update(sealed.subarray(0, count))]);
    }
    const bytes = this.#plain.subarray(0, length);
    this.#plain = this.#plain.subarray(length);
    return bytes;
  }

  #beginAgain(): void {
    ftruncateSync(this.#fd);
    this.#written = 0;
    this.#fetched = 0;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
