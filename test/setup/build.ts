import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The end-to-end tests run the built command; build it when the sources are newer than it is. */
export default function buildWhenStale(): void {
  const built = 'dist/cli/main.js';
  const newest = (dir: string): number =>
    Math.max(
      0,
      ...readdirSync(dir, { withFileTypes: true }).map((entry) =>
        entry.isDirectory() ? newest(join(dir, entry.name)) : statSync(join(dir, entry.name)).mtimeMs,
      ),
    );
  if (existsSync(built) && statSync(built).mtimeMs >= newest('src')) return;
  const done = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (done.status !== 0) throw new Error('the build failed; see above');
}
