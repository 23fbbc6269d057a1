import { existsSync } from 'node:fs';
import type { Problem } from '../exchange/problem.js';
import type { FileBody } from '../exchange/response.js';
import { bodiesDirectory, type Fixture } from '../fixtures/fixture.js';
import { problemAt, readFixtureFile } from '../fixtures/fixture-problems.js';
import type { FixtureSource, Lookup } from '../fixtures/fixture-source.js';
import { textOfBytes } from '../fixtures/text-of-bytes.js';
import { FixtureDirectory } from './fixture-directory.js';
import { FixtureWatch } from './fixture-watch.js';

/** How fixtures are read. */
export interface FixtureFilesOptions {
  /** False: every file is looked at again for each request, as where directories cannot be watched. */
  readonly watch?: boolean;
  /** Characters of fixtures kept in memory; 128 Mi when left out. */
  readonly memory?: number;
}

interface Cached {
  readonly lookup: Lookup;
  readonly size: number;
  /** Undefined when the file is watched. */
  readonly stamp: string | undefined;
  /** Side files that it counts on. */
  readonly sides: readonly string[];
}

/**
 * Fixtures read from a directory when they are asked for, and kept in memory until they change: their directories are
 * watched, so that an edit is taken up by the next request, and where that cannot be done each file is looked at again.
 * What is not there is looked for every time.
 */
export class FixtureFiles implements FixtureSource {
  readonly #directory: FixtureDirectory;
  readonly #watch: FixtureWatch | undefined;
  readonly #memory: number;
  readonly #cache = new Map<string, Cached>();
  #size = 0;
  #version = 0;
  #drops = 0;
  /** Whether all that was read lies in directories that are watched. */
  #watched = true;

  /** @param directory where the fixtures lie; it need not be there yet */
  constructor(directory: string, { watch = true, memory = 128 * 1024 * 1024 }: FixtureFilesOptions = {}) {
    this.#directory = new FixtureDirectory(directory);
    this.#memory = memory;
    this.#watch = watch ? new FixtureWatch(directory, (path) => this.#changed(path)) : undefined;
  }

  /** Grows when a fixture that was read has changed. */
  get version(): number {
    return this.#version;
  }

  get changes(): number | undefined {
    return this.#watched ? this.#drops + this.#version : undefined;
  }

  lookup(file: string): Lookup {
    const cached = this.#cache.get(file);
    if (cached && (cached.stamp === undefined || cached.stamp === this.#stampOf(file, cached.sides)))
      return cached.lookup;
    return this.#load(file);
  }

  list(beginning: string, most: number): string[] {
    return this.#directory.list(beginning, most).filter((file) => file.endsWith('.json'));
  }

  sideText(file: string): string | undefined {
    const read = this.#directory.read(file);
    return read && 'value' in read ? textOfBytes(read.value) : undefined;
  }

  sideBody(file: string, bytes: number): FileBody {
    return { file: this.#directory.path(file), bytes };
  }

  /** Stops watching. */
  close(): void {
    this.#watch?.close();
    this.#cache.clear();
  }

  #load(file: string): Lookup {
    this.#drop(file);
    if (!existsSync(this.#directory.path(file))) return undefined;
    const watched = this.#watch?.watch(file.slice(0, Math.max(0, file.lastIndexOf('/')))) === true;
    const read = this.#directory.read(file);
    if (!read) return undefined;
    if ('trouble' in read) return this.#keep(file, broken(file, read.trouble), 0, watched);
    const text = textOfBytes(read.value);
    if (text === undefined) return this.#keep(file, broken(file, 'bytes that are not UTF-8'), 0, watched);
    const found = readFixtureFile(text, file);
    if ('problems' in found) return this.#keep(file, found, text.length, watched);
    const sides = sidesOf(found.fixture);
    const sidesWatched = sides.length === 0 || this.#watch?.watch(bodiesDirectory) === true;
    const problem = this.#sideProblem(text, file, found.fixture);
    const lookup = problem ? { problems: [problem] as const } : found;
    return this.#keep(file, lookup, text.length, watched && sidesWatched, sides);
  }

  #keep(file: string, lookup: Lookup, size: number, watched: boolean, sides: readonly string[] = []): Lookup {
    this.#watched &&= watched;
    this.#cache.set(file, { lookup, size, sides, stamp: watched ? undefined : this.#stampOf(file, sides) });
    this.#size += size;
    for (const oldest of this.#cache.keys()) {
      if (this.#size <= this.#memory || oldest === file) break;
      this.#drop(oldest);
    }
    return lookup;
  }

  #drop(file: string): void {
    const cached = this.#cache.get(file);
    if (!cached) return;
    this.#size -= cached.size;
    this.#drops++;
    this.#cache.delete(file);
  }

  #stampOf(file: string, sides: readonly string[]): string {
    return [file, ...sides].map((each) => JSON.stringify(this.#directory.stamp(each))).join();
  }

  /** A side file must be what its name says: the digest of what it holds. */
  #sideProblem(text: string, file: string, { exchanges }: Fixture): Problem | undefined {
    for (const [i, { body }] of exchanges.entries()) {
      if (body.kind !== 'file') continue;
      const found = sideTrouble(this.#directory, body.file, body.bytes);
      if (found === undefined) continue;
      const expected = `${body.bytes} bytes with the digest in the file's name`;
      return problemAt(text, file, { path: ['exchanges', i, 'file'], found, expected });
    }
    return undefined;
  }

  #changed(path: string): void {
    this.#version++;
    if (path.endsWith('.json') && this.#cache.has(path)) {
      this.#drop(path);
      return;
    }
    const isSide = path.startsWith(bodiesDirectory);
    for (const [file, { sides }] of [...this.#cache]) {
      if (path === '' || file.startsWith(`${path}/`) || (isSide && sides.length > 0)) this.#drop(file);
    }
    if (!path.endsWith('.json') && !path.startsWith(`${bodiesDirectory}/`)) this.#watch?.forget(path);
  }
}

/** What is wrong with a side file; undefined when nothing is. */
export function sideTrouble(directory: FixtureDirectory, side: string, bytes: number): string | undefined {
  const read = directory.digest(side);
  if (!read) return `no file ${side}`;
  if ('trouble' in read) return `${side}: ${read.trouble}`;
  if (read.value.bytes !== bytes) return `${side} with ${read.value.bytes} bytes`;
  return side.endsWith(`/${read.value.sha256}`) ? undefined : `${side} with other contents`;
}

/** The side files that a fixture refers to. */
export function sidesOf({ exchanges }: Fixture): string[] {
  return exchanges.flatMap(({ body }) => (body.kind === 'file' ? [body.file] : []));
}

function broken(file: string, found: string): NonNullable<Lookup> {
  return { problems: [{ file, line: undefined, column: undefined, path: '', found, expected: 'a fixture' }] };
}
