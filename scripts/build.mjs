// Builds dist/ from src/ in a directory beside it, and puts that in its place when all went well: neither a running
// server nor another build ever sees half of it. Runs on `npm ci` (prepare).
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const fresh = `${dist}.${process.pid}`;
const old = `${fresh}.old`;

/** What every start of the command loads, and what is bundled into it for that. */
const loadedAtStart = ['zod', 'yaml', 'commander', 'semver', 'hono', '@hono/node-server', 'lowdb', 'steno'];

try {
  removeLeftOver();
  build();
  await bundle();
  swap();
} catch (error) {
  console.error(`restage was not built: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
} finally {
  for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true });
}

function build() {
  const built = spawnSync(
    process.execPath,
    [compiler(), '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh],
    { stdio: 'inherit' },
  );
  if (built.error) throw built.error;
  if (built.status !== 0) throw new Error('the compiler found mistakes in src/, see above');
}

function compiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    throw new Error('typescript is not installed; run npm ci without --omit=dev and with NODE_ENV unset');
  }
}

/**
 * Makes the command a few files: to find and load hundreds of modules takes longer than all else that a start does. What
 * is imported only when it is needed stays on its own. The library stays as it was compiled.
 */
async function bundle() {
  const { rolldown } = await import('rolldown');
  const command = join(fresh, 'cli');
  const bundled = join(fresh, 'bundled');
  const build = await rolldown({
    input: join(command, 'main.js'),
    platform: 'node',
    external: (id) => !isPath(id) && !loadedAtStart.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  await build.write({ dir: bundled, chunkFileNames: '[name]-[hash].js' });
  await build.close();
  rmSync(command, { recursive: true });
  renameSync(bundled, command);
  chmodSync(join(command, 'main.js'), 0o755);
}

/** @param {string} id */
function isPath(id) {
  return id.startsWith('.') || isAbsolute(id);
}

/** A directory cannot be renamed onto a full one, so the old one steps aside first; another build may do the same. */
function swap() {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(dist, old);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    try {
      return renameSync(fresh, dist);
    } catch (error) {
      if (attempt === 10 || !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/** What builds left that were killed. */
function removeLeftOver() {
  for (const entry of readdirSync(root)) {
    const pid = Number(/^dist\.(\d+)(\.old)?$/.exec(entry)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(root, entry), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
}
