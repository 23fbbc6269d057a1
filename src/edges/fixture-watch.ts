import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Told of a change: a path below the root, a file's or a directory's; `''` is anything. */
export type Changed = (path: string) => void;

const mostWatched = 1000;

/**
 * Watches directories for changes, each by itself and with those above it, since not every system can watch a whole tree. Keeps no process
 * alive.
 */
export class FixtureWatch {
  readonly #root: string;
  readonly #changed: Changed;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(root: string, changed: Changed) {
    this.#root = root;
    this.#changed = changed;
  }

  /** Watches a directory, `''` for the root; false when that cannot be done. */
  watch(directory: string): boolean {
    if (this.#watchers.has(directory)) return true;
    if (this.#watchers.size >= mostWatched) return false;
    const slash = directory.lastIndexOf('/');
    if (directory !== '' && !this.watch(directory.slice(0, Math.max(0, slash)))) return false;
    try {
      const watcher = watch(join(this.#root, directory), { persistent: false }, (_event, name) => {
        if (name === null) this.#changed(directory);
        else this.#changed(directory === '' ? name : `${directory}/${name}`);
      });
      watcher.on('error', () => this.#drop(directory));
      this.#watchers.set(directory, watcher);
      return true;
    } catch {
      return false;
    }
  }

  /** Stops watching a directory and all below it: they may be others by now. */
  forget(directory: string): void {
    for (const path of [...this.#watchers.keys()]) {
      if (path === directory || path.startsWith(`${directory}/`)) this.#close(path);
    }
  }

  close(): void {
    for (const path of [...this.#watchers.keys()]) this.#close(path);
  }

  #drop(directory: string): void {
    this.forget(directory);
    this.#changed(directory);
  }

  #close(path: string): void {
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }
}
