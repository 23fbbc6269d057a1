import { hashId } from '../exchange/hash.js';
import { formatPath, type Path } from '../exchange/problem.js';

/** Beginnings of ids, as the platform writes them. */
export type IdKind = 'run' | 'ws' | 'ts' | 'taskrs' | 'task' | 'wstask' | 'poleval' | 'psout' | 'oc' | 'ot';

/** The id of something that the scenario names none for, e.g. `ts-` and 16 characters: its place and the seed decide. */
export function madeId(kind: IdKind, place: Path, seed: number): string {
  return `${kind}-${hashId(`${kind}:${formatPath(place)}`, seed)}`;
}
