import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { join, sep } from 'node:path';

/** A file that was opened for reading. */
interface Opened {
  readonly descriptor: number;
  readonly size: number;
  /** Tells one state of the file from another. */
  readonly stamp: string;
}

/** What became of reading a file; undefined when there is none. */
export type FileRead<T> =
  { readonly value: T; readonly stamp: string } | { readonly trouble: string } | undefined;

const largest = 64 * 1024 * 1024;
const missing = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);

/** Reads what lies below a directory of fixtures, and nothing that links in it lead to outside. */
export class FixtureDirectory {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Where a file lies. */
  path(file: string): string {
    return join(this.root, file);
  }

  /** The bytes of a file, of 64 MiB at most. */
  read(file: string): FileRead<Buffer> {
    return this.#open(file, ({ descriptor, size }) => {
      if (size > largest) throw new Error(`${size} bytes, more than the ${largest} that are read`);
      return readFileSync(descriptor);
    });
  }

  /** Tells one state of a file from another. */
  stamp(file: string): FileRead<string> {
    return this.#open(file, ({ stamp }) => stamp);
  }

  /** Length and SHA-256 of a file of any size, read piece by piece. */
  digest(file: string): FileRead<{ readonly bytes: number; readonly sha256: string }> {
    return this.#open(file, ({ descriptor }) => {
      const hash = createHash('sha256');
      let bytes = 0;
      eachPiece(descriptor, (piece) => {
        hash.update(piece);
        bytes += piece.length;
        return true;
      });
      return { bytes, sha256: hash.digest('hex') };
    });
  }

  /** Hands a file to `see` piece by piece, until it says false. */
  pieces(file: string, see: (piece: Buffer) => boolean): FileRead<undefined> {
    return this.#open(file, ({ descriptor }) => void eachPiece(descriptor, see));
  }

  /** The files whose path begins so, in order, as many as that at most; links and hidden files left out. */
  list(beginning = '', most = Infinity): string[] {
    const found: string[] = [];
    this.#walk(beginning.slice(0, beginning.lastIndexOf('/') + 1), beginning, most, found);
    return found;
  }

  #walk(directory: string, beginning: string, most: number, found: string[]): void {
    for (const entry of this.#entries(directory)) {
      if (found.length >= most) return;
      const path = directory + entry.name;
      if (entry.name.startsWith('.') || !(path.startsWith(beginning) || beginning.startsWith(`${path}/`)))
        continue;
      if (entry.isDirectory()) this.#walk(`${path}/`, beginning, most, found);
      else if (entry.isFile()) found.push(path);
    }
  }

  #entries(directory: string): { name: string; isFile(): boolean; isDirectory(): boolean }[] {
    try {
      if (this.#real(directory) === undefined) return [];
      return readdirSync(this.path(directory), { withFileTypes: true }).sort((a, b) =>
        a.name < b.name ? -1 : 1,
      );
    } catch {
      return [];
    }
  }

  /** The real path of something that really lies inside; undefined when it lies outside. */
  #real(file: string): string | undefined {
    const root = realpathSync.native(this.root);
    const real = realpathSync.native(this.path(file));
    return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep) ? real : undefined;
  }

  #open<T>(file: string, use: (opened: Opened) => T): FileRead<T> {
    let descriptor: number | undefined;
    try {
      const real = this.#real(file);
      if (real === undefined) return { trouble: 'a link that leads out of the directory' };
      descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const { size, mtimeMs, ino, ...stat } = fstatSync(descriptor);
      if ((stat.mode & constants.S_IFMT) !== constants.S_IFREG) {
        return { trouble: 'something that is no file' };
      }
      const stamp = `${size} ${mtimeMs} ${ino}`;
      return { value: use({ descriptor, size, stamp }), stamp };
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      return missing.has(code)
        ? undefined
        : { trouble: code === '' ? message : `${code}, so it cannot be read` };
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}

function eachPiece(descriptor: number, see: (piece: Buffer) => boolean): void {
  for (;;) {
    const piece = Buffer.allocUnsafe(1024 * 1024);
    const read = readSync(descriptor, piece);
    if (read === 0 || !see(piece.subarray(0, read))) return;
  }
}
