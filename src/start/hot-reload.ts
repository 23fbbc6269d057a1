import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Json } from '../exchange/json.js';
import { type Watched, watchFiles } from '../edges/watch-files.js';
import { formatProblem } from '../exchange/problem.js';
import type { Scenario } from '../scenario/scenario.js';
import { findScenario } from './scenario.js';

/** What hot reload works on. */
export interface HotReload {
  readonly ref: Json;
  /** The file that the reference means; undefined for none. */
  readonly file: string | undefined;
  readonly scenario: Scenario;
  readonly cwd: string;
  /** Takes up the scenario again wherever it is played. */
  readonly renew: () => Promise<void>;
  /** Forgets what was read of a module. */
  readonly forget: (source: string) => void;
  readonly warn: (message: string) => void;
}

/**
 * Takes up changes of the scenario's file and of the modules it names. While a file is broken the last good one stays,
 * and a person is told why. Returns what ends it.
 */
export async function hotReload({
  ref,
  file,
  scenario,
  cwd,
  renew,
  forget,
  warn,
}: HotReload): Promise<() => Promise<void>> {
  if (file === undefined) return async () => undefined;
  let stamp = stampOf(file);
  let sources = sourcesOf(scenario);
  let reloading = Promise.resolve();
  const reload = async (paths: readonly string[]): Promise<void> => {
    for (const source of sources) {
      if (!paths.some((path) => path === source || path.startsWith(source + sep))) continue;
      forget(source);
      warn(`the module ${source} was changed and will be read again`);
    }
    if (!paths.includes(file)) return;
    stamp = stampOf(file);
    const loaded = await findScenario(ref, { cwd });
    if (!loaded.ok) {
      const problems = loaded.problems.map(formatProblem).join('\n');
      return warn(
        `the scenario ${file} was changed but cannot be played, so the last good one stays:\n${problems}`,
      );
    }
    const before = sources;
    sources = sourcesOf(loaded.scenario);
    if (sources.some((source) => !before.includes(source))) {
      await watched.close();
      watched = await watch();
    }
    await renew();
    warn(`the scenario ${file} was changed and taken up`);
  };
  const takeUp = (paths: readonly string[]): void => {
    reloading = reloading
      .then(() => reload(paths))
      .catch((error: unknown) => warn(`a change could not be taken up: ${(error as Error).message}`));
  };
  const watch = async (): Promise<Watched> => {
    const all = [file, ...sources];
    const watching = await watchFiles(all, takeUp, (why) =>
      warn(`changes of files may go unnoticed: ${why}`),
    );
    // Whoever saves a file before it is watched is not told to wait.
    if (stampOf(file) !== stamp) takeUp([file]);
    return watching;
  };
  let watched = await watch();
  return async () => {
    await reloading;
    await watched.close();
  };
}

/** Tells one state of a file from another; undefined when there is none. */
function stampOf(file: string): string | undefined {
  const there = statSync(file, { throwIfNoEntry: false });
  return there && `${there.mtimeMs} ${there.size} ${there.ino}`;
}

function sourcesOf(scenario: Scenario): string[] {
  return [
    ...new Set(scenario.registry.modules.flatMap(({ source }) => (source === undefined ? [] : [source]))),
  ];
}
