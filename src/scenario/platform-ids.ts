import { isJsonObject } from '../exchange/json.js';
import { type IdKind, madeId } from './made-id.js';
import type { Path } from '../exchange/problem.js';

/** A thing on the platform and its id. */
export interface PlacedId {
  readonly id: string;
  /** The way to the thing from the top of the scenario. */
  readonly path: Path;
  readonly written: boolean;
}

interface Branch {
  readonly kind: IdKind;
  readonly below?: Readonly<Record<string, Branch>>;
}

/** Where in the platform part things with ids lie. */
const tree: Readonly<Record<string, Branch>> = {
  runs: {
    kind: 'run',
    below: {
      stages: {
        kind: 'ts',
        below: {
          tasks: { kind: 'taskrs' },
          policies: { kind: 'poleval', below: { sets: { kind: 'psout' } } },
        },
      },
    },
  },
  'oauth-clients': { kind: 'oc', below: { tokens: { kind: 'ot' } } },
};

/** Ids of all things on the platform, those made from the seed too. Parts that are not as they should be are passed over. */
export function idsOf(platform: unknown, seed: number): PlacedId[] {
  const ids: PlacedId[] = [];
  const collect = (parent: unknown, path: Path, branches: Readonly<Record<string, Branch>>): void => {
    if (!isJsonObject(parent)) return;
    for (const [list, { kind, below = {} }] of Object.entries(branches)) {
      const items: unknown = parent[list];
      if (!Array.isArray(items)) continue;
      items.forEach((item: unknown, at) => {
        const place = [...path, list, at];
        const id = isJsonObject(item) ? item['id'] : undefined;
        if (typeof id === 'string') ids.push({ id, path: place, written: true });
        else if (id === undefined) ids.push({ id: madeId(kind, place, seed), path: place, written: false });
        collect(item, place, below);
      });
    }
  };
  collect(platform, ['platform'], tree);
  return ids;
}
