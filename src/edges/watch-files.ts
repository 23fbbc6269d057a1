import { dirname, sep } from 'node:path';

/** Files being watched. */
export interface Watched {
  close(): Promise<void>;
}

/** Editors write in several steps; what comes within this time of each other, ms, is one change. */
const settle = 50;

const never = /[/\\](\.git|\.terraform|node_modules)([/\\]|$)/;

/**
 * Watches files and directories, which may go and come back, and tells of changes, those of some {@link settle} ms
 * together. What the watcher cannot do is told too and stops nothing.
 * @param paths absolute
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (paths: readonly string[]) => void,
  trouble: (why: string) => void,
): Promise<Watched> {
  const { watch } = await import('chokidar');
  // Only who watches the directory above sees that something is back, so those are watched, and else nothing in them.
  const above = new Set(paths.map((path) => dirname(path)));
  const isWatched = (path: string): boolean => paths.some((one) => isWithin(path, one));
  const watcher = watch([...above], {
    ignoreInitial: true,
    ignored: (path) => !above.has(path) && !isWatched(path),
  });
  const seen = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_event, path) => {
    if (!isWatched(path)) return;
    seen.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...seen];
      seen.clear();
      changed(all);
    }, settle);
  });
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve);
    watcher.on('error', (error) => {
      trouble((error as Error).message);
      resolve();
    });
  });
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** Whether a path is a place or lies below it, apart from what tools keep there for themselves. */
function isWithin(path: string, place: string): boolean {
  if (path === place) return true;
  return path.startsWith(place + sep) && !never.test(path.slice(place.length));
}
