/** Files being watched. */
export interface Watched {
  /** Watches these instead, directories with all below them. */
  turnTo(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Editors write in several steps; what comes within this time of each other, ms, is one change. */
const settle = 50;

/**
 * Watches files and directories and tells of changes, those of some {@link settle} ms together. What the watcher cannot
 * do is told too and stops nothing.
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (paths: readonly string[]) => void,
  trouble: (why: string) => void,
): Promise<Watched> {
  const { watch } = await import('chokidar');
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: /[/\\](\.git|\.terraform|node_modules)([/\\]|$)/,
  });
  let watched = new Set(paths);
  const seen = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_event, path) => {
    seen.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...seen];
      seen.clear();
      changed(all);
    }, settle);
  });
  watcher.on('error', (error) => trouble((error as Error).message));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    turnTo(next) {
      const wanted = new Set(next);
      watcher.unwatch([...watched].filter((path) => !wanted.has(path)));
      watcher.add(next.filter((path) => !watched.has(path)));
      watched = wanted;
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
