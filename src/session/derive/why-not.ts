import type { Route } from '../../api/route.js';
import { latestVersion } from '../../emulator/registry/version-order.js';
import { keyOf, type Resource, type World } from '../../emulator/world.js';
import { lastValue } from '../../exchange/query.js';
import { queryOf, type WireRequest } from '../../exchange/request.js';
import type { DerivedWorld } from './derive.js';
import type { DerivedScene } from './derived-view.js';
import { isWhole, listOf } from './module-facts.js';
import { isNeverSeen, refsIn } from './platform-resources.js';
import { listings, subjects } from './platform-shape.js';

/**
 * Why a request cannot be answered from what recordings have shown, as a clause; undefined when it can. What was never
 * shown is no reason for a 404: the backend may well have it.
 */
export function whyNotDerived(
  { derived, world }: Pick<DerivedScene, 'derived' | 'world'>,
  request: WireRequest,
  route: Route,
): string | undefined {
  const name = route.operation.name;
  if (route.operation.api === 'registry') return whyNotModules(derived, world, route);
  const [type, parameter] = subjects[name] ?? [];
  if (type !== undefined) {
    const key = keyOf({ type, id: route.params[parameter ?? ''] ?? '' });
    return whyNotShown(derived, world, key) ?? whyNotIncluded(world, request, [world.find(key)]);
  }
  const listing = listings[name];
  if (!listing) return undefined;
  const parent = keyOf({ type: listing.parentType, id: route.params[listing.parameter] ?? '' });
  if (!derived.complete.has(`${parent}>${listing.type}`)) {
    return `no recording shows all ${listing.type} of ${parent}`;
  }
  return whyNotIncluded(world, request, world.resources(parent, listing.type));
}

/** What the recording or this session itself has removed is known to be gone. */
function whyNotShown({ seed, gone }: DerivedWorld, world: World, key: string): string | undefined {
  if (gone.has(key)) return undefined;
  const resource = world.find(key) ?? seed.resources.get(key);
  return resource && !isNeverSeen(resource) ? undefined : `no recording shows ${key}`;
}

function whyNotIncluded(
  world: World,
  request: WireRequest,
  primary: readonly (Resource | undefined)[],
): string | undefined {
  const asked = lastValue(queryOf(request), 'include') ?? '';
  for (const path of asked.split(',').filter((each) => each !== '')) {
    let level = primary.filter((resource) => resource !== undefined);
    for (const name of path.replaceAll('_', '-').split('.')) {
      const next: Resource[] = [];
      for (const resource of level) {
        const related = resource.relationships?.[name];
        if (related?.data === undefined) return `no recording shows the ${name} of ${keyOf(resource)}`;
        for (const ref of refsIn(related)) {
          const found = world.find(keyOf(ref));
          if (!found || isNeverSeen(found)) return `no recording shows ${keyOf(ref)}`;
          next.push(found);
        }
      }
      level = next;
    }
  }
  return undefined;
}

function whyNotModules({ modules }: DerivedWorld, world: World, route: Route): string | undefined {
  const { namespace = '', name = '', provider = '', version } = route.params;
  const id = `${namespace}/${name}/${provider}`;
  const known = modules.modules.get(id);
  const operation: string = route.operation.name;
  switch (operation) {
    case 'registry.discovery':
      return undefined;
    case 'registry.modules.list':
    case 'registry.modules.search':
      return isWhole(modules, listOf({})) ? undefined : 'no recording shows the whole list of modules';
    case 'registry.modules.namespace':
    case 'registry.modules.providers':
      return [listOf({}), listOf({ namespace }), listOf(route.params)].some((list) => isWhole(modules, list))
        ? undefined
        : `no recording shows all modules of ${name === '' ? namespace : `${namespace}/${name}`}`;
    case 'registry.modules.versions':
    case 'registry.modules.download-latest':
      return known?.whole === true ? undefined : `no recording shows the versions of ${id}`;
    case 'registry.modules.latest':
      return known?.whole === true && isDetailed(world, id, latestVersion([...known.versions]))
        ? undefined
        : `no recording shows the latest version of ${id}`;
    case 'registry.modules.show':
      if (known?.whole === true && !known.versions.has(version ?? '')) return undefined;
      return isDetailed(world, id, version) ? undefined : `no recording shows ${id} ${version ?? ''}`;
    case 'registry.modules.downloads-summary':
      return known?.downloads ? undefined : `no recording shows the downloads of ${id}`;
    default:
      return `the archive of ${id} was not recorded`;
  }
}

function isDetailed(world: World, id: string, version: string | undefined): boolean {
  return world.get('module-contents', `${id}/${version ?? ''}`)?.own?.['detailed'] === true;
}
