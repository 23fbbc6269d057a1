import { isJsonObject, type Json } from '../exchange/json.js';
import { RestageError } from '../exchange/restage-error.js';
import { loadInline, loadNamedScenario, loadScenario, scenarioFileOf } from '../edges/scenario-files.js';
import { formatProblem } from '../exchange/problem.js';
import type { Scenario } from '../scenario/scenario.js';
import type { ModeName } from '../session/session.js';

/** How a scenario is looked for. */
interface Wish {
  readonly cwd: string;
  readonly seed?: number | undefined;
}

/** A scenario and how it was asked for; the reference is null where none was. */
export interface Played {
  readonly ref: Json;
  readonly scenario: Scenario;
  /** The file, as an absolute path, that it was read from; undefined where there is none. */
  readonly file: string | undefined;
}

/** What a mode other than serve plays when nothing is named: nothing. */
const none = { scenario: 'none' };

/** Finds a scenario by its reference: a name, a file, itself as plain data, or null for none. */
export function findScenario(ref: Json, { cwd, seed }: Wish): ReturnType<typeof loadScenario> {
  const options = seed === undefined ? { cwd } : { cwd, seed };
  if (typeof ref === 'string') return loadScenario(ref, options);
  return loadInline(isJsonObject(ref) ? ref : none, options);
}

/**
 * The scenario that a server plays.
 * @throws RestageError `scenario-unknown` or `scenario-invalid`
 */
export async function playedScenario(asked: string | undefined, mode: ModeName, wish: Wish): Promise<Played> {
  const ref = asked ?? (mode === 'serve' ? 'default' : null);
  const loaded = await findScenario(ref, wish);
  if (loaded.ok) {
    const file = ref === null ? undefined : await scenarioFileOf(ref, wish.cwd);
    return { ref, scenario: loaded.scenario, file };
  }
  const problems = loaded.problems.map(formatProblem);
  if (loaded.why === 'unknown') throw new RestageError('scenario-unknown', problems.join('\n'));
  throw new RestageError('scenario-invalid', `the scenario ${ref} cannot be played:`, problems);
}

/**
 * Finds a scenario for somebody who asks over the control API: one that comes with the package, one handed over as
 * plain data, or what the server itself was asked for. No other file is read for them.
 */
export function findAskedScenario(ref: Json, served: Json, wish: Wish): ReturnType<typeof loadScenario> {
  if (typeof ref !== 'string' || ref === served) return findScenario(ref, wish);
  const { cwd, seed } = wish;
  const options = seed === undefined ? { cwd } : { cwd, seed };
  return loadNamedScenario(ref, options, 'a whole scenario as an object; files are for the command line');
}
