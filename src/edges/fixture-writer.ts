import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const temporary = '.tmp-';
/** Recordings are made to be shared. */
const mode = 0o644;

/**
 * Writes files below a directory so that whoever looks sees a whole file or none: each is written beside and then moved
 * to its place. What a killed process left beside is removed by the next one.
 */
export class FixtureWriter {
  readonly #root: string;
  readonly #beside: string;
  readonly #made = new Map<string, Promise<void>>();
  #count = 0;

  constructor(root: string) {
    this.#root = root;
    this.#beside = join(root, `${temporary}${process.pid}-${randomBytes(4).toString('hex')}`);
    removeLeftovers(root);
  }

  /** A directory for what is not finished, on the same file system; made when it is asked for. */
  async beside(): Promise<string> {
    await this.#make('', this.#beside);
    return this.#beside;
  }

  /** Writes a file in place of what is there. */
  async write(file: string, data: string | Uint8Array): Promise<void> {
    const part = join(await this.beside(), String(++this.#count));
    try {
      await writeFile(part, data, { flag: 'wx', mode });
      await this.#place(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Takes a finished file from elsewhere. */
  async adopt(source: string, file: string): Promise<void> {
    const part = join(await this.beside(), String(++this.#count));
    try {
      await rename(source, part).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyFile(source, part);
        await rm(source, { force: true });
      });
      await chmod(part, mode);
      await this.#place(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.#root, file), { force: true });
  }

  /** Removes what is not finished. */
  async close(): Promise<void> {
    await rm(this.#beside, { recursive: true, force: true });
    await rmdir(this.#root).catch(() => undefined); // only when nothing was written
  }

  async #place(part: string, file: string): Promise<void> {
    const slash = file.lastIndexOf('/');
    const directory = file.slice(0, Math.max(0, slash));
    await this.#directory(directory);
    await rename(part, join(this.#root, file)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      this.#made.clear(); // someone removed the directory meanwhile
      await this.#directory(directory);
      await rename(part, join(this.#root, file));
    });
  }

  /** Makes a directory and those above it, none of them a link to elsewhere. */
  async #directory(path: string): Promise<void> {
    const slash = path.lastIndexOf('/');
    if (slash !== -1) await this.#directory(path.slice(0, slash));
    await this.#make(path, join(this.#root, path));
  }

  #make(path: string, absolute: string): Promise<void> {
    let made = this.#made.get(absolute);
    if (!made) {
      made = makeDirectory(path, absolute);
      made.catch(() => this.#made.delete(absolute));
      this.#made.set(absolute, made);
    }
    return made;
  }
}

async function makeDirectory(path: string, absolute: string): Promise<void> {
  await mkdir(absolute, { recursive: path === '' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const there = await lstat(absolute);
    if (!there.isDirectory()) {
      throw Object.assign(new Error(`${absolute} is not a directory`), { code: 'ENOTDIR' });
    }
  });
}

/** Removes what processes left that are no more. */
function removeLeftovers(root: string): void {
  try {
    for (const name of readdirSync(root)) {
      const pid = Number(/^\.tmp-(\d+)-/.exec(name)?.[1]);
      if (pid > 0 && pid !== process.pid && !isAlive(pid))
        rmSync(join(root, name), { recursive: true, force: true });
    }
  } catch {
    // nothing there yet, or not ours to clean
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
