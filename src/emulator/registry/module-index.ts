import type { World } from '../world.js';
import { remember } from '../remember.js';

/** Ids of modules by parts of the id, each list in the order of the whole. */
interface ModuleIndex {
  readonly byNamespace: ReadonlyMap<string, readonly string[]>;
  readonly byProvider: ReadonlyMap<string, readonly string[]>;
  /** By `namespace/name`. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** Built once for each list of ids; a world hands out the same list until a module comes or goes. */
const indexOf = remember((ids: readonly string[]): ModuleIndex => {
  const byNamespace = new Map<string, string[]>();
  const byProvider = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const id of ids) {
    const [namespace = '', name = '', provider = ''] = id.split('/');
    put(byNamespace, namespace, id);
    put(byProvider, provider, id);
    put(byName, `${namespace}/${name}`, id);
  }
  return { byNamespace, byProvider, byName };
});

function put(lists: Map<string, string[]>, key: string, id: string): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

const none: readonly string[] = [];

/** Ids of the modules in a namespace, for a provider, both, or all; in the order of the scenario. */
export function modulesIn(
  world: World,
  namespace: string | undefined,
  provider: string | undefined,
): readonly string[] {
  const ids = world.list('', 'modules');
  if (namespace === undefined && provider === undefined) return ids;
  if (namespace === undefined) return indexOf(ids).byProvider.get(provider ?? '') ?? none;
  const inside = indexOf(ids).byNamespace.get(namespace) ?? none;
  return provider === undefined ? inside : inside.filter((id) => id.endsWith(`/${provider}`));
}

/** Ids of the modules with this namespace and name, one for each provider; empty when there is none. */
export function modulesNamed(world: World, namespace: string, name: string): readonly string[] {
  return indexOf(world.list('', 'modules')).byName.get(`${namespace}/${name}`) ?? none;
}

/** The providers in ids of modules. */
export const providersOf = remember((ids: readonly string[]) =>
  ids.map((id) => id.slice(id.lastIndexOf('/') + 1)),
);
