import { sep } from 'node:path';
import type { Json } from '../exchange/json.js';
import { scenarioFileOf } from '../edges/scenario-files.js';
import { watchFiles } from '../edges/watch-files.js';
import { formatProblem } from '../scenario/problem.js';
import type { Scenario } from '../scenario/scenario.js';
import { findScenario } from './scenario.js';

/** What hot reload works on. */
export interface HotReload {
  readonly ref: Json;
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
  scenario,
  cwd,
  renew,
  forget,
  warn,
}: HotReload): Promise<() => Promise<void>> {
  const file = typeof ref === 'string' ? await scenarioFileOf(ref, cwd) : undefined;
  if (file === undefined) return async () => undefined;
  let sources = sourcesOf(scenario);
  let reloading = Promise.resolve();
  const reload = async (paths: readonly string[]): Promise<void> => {
    for (const source of sources) {
      if (paths.some((path) => path === source || path.startsWith(source + sep))) forget(source);
    }
    if (!paths.includes(file)) return;
    const loaded = await findScenario(ref, { cwd });
    if (!loaded.ok) {
      const problems = loaded.problems.map(formatProblem).join('\n');
      return warn(
        `the scenario ${file} was changed but cannot be played, so the last good one stays:\n${problems}`,
      );
    }
    sources = sourcesOf(loaded.scenario);
    watched.turnTo([file, ...sources]);
    await renew();
    warn(`the scenario ${file} was changed and taken up`);
  };
  const watched = await watchFiles(
    [file, ...sources],
    (paths) => {
      reloading = reloading
        .then(() => reload(paths))
        .catch((error: unknown) => warn(`a change could not be taken up: ${(error as Error).message}`));
    },
    (why) => warn(`changes of files may go unnoticed: ${why}`),
  );
  return async () => {
    await watched.close();
    await reloading;
  };
}

function sourcesOf(scenario: Scenario): string[] {
  return [
    ...new Set(scenario.registry.modules.flatMap(({ source }) => (source === undefined ? [] : [source]))),
  ];
}
