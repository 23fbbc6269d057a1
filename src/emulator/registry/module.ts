import type { JsonObject } from '../../exchange/json.js';
import type { Call } from '../call.js';
import type { Resource } from '../world.js';
import { remember } from '../remember.js';
import { latestVersion } from './version-order.js';

/** What the registry shows of a module whatever the version, in its own spelling. */
export interface ModuleAttributes extends JsonObject {
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
  readonly owner: string;
  readonly description: string;
  /** URL of its repository. */
  readonly source: string;
  readonly verified: boolean;
  /** All downloads there ever were. */
  readonly downloads: number;
  readonly versions: string[];
}

/** What the emulator keeps of a module for itself. */
export interface ModuleOwn extends JsonObject {
  /** Absolute path of the directory that is packed; empty for the built-in minimal module. */
  readonly source: string;
  /** Id of its download summary. */
  readonly summary: string;
  /** Downloads before the scenario began, by window. */
  readonly before: { readonly week: number; readonly month: number; readonly year: number };
  /** Downloads counted since, by day since 1970. */
  readonly days: Record<string, number>;
  /** When each version was published. */
  readonly published: Record<string, string>;
}

/** A module in the world. Its id is `namespace/name/provider`. */
export interface ModuleResource extends Resource {
  readonly type: 'modules';
  readonly attributes: ModuleAttributes;
  readonly own: ModuleOwn;
}

/** The module that a request's path names, or undefined. */
export function findModule({ world, route }: Call): ModuleResource | undefined {
  const { namespace = '', name = '', provider = '' } = route.params;
  return world.get('modules', `${namespace}/${name}/${provider}`) as ModuleResource | undefined;
}

/** The module that a request's path names, when it has the version named there. Versions are compared as written. */
export function findVersion(call: Call): ModuleResource | undefined {
  const module = findModule(call);
  return module?.attributes.versions.includes(call.route.params['version'] ?? '') ? module : undefined;
}

/** A module's summary in one version (registry API §2). */
export function summaryOf({ id, attributes, own }: ModuleResource, version: string): JsonObject {
  return {
    id: `${id}/${version}`,
    owner: attributes.owner,
    namespace: attributes.namespace,
    name: attributes.name,
    version,
    provider: attributes.provider,
    description: attributes.description,
    source: attributes.source,
    published_at: own.published[version] ?? '',
    downloads: attributes.downloads,
    verified: attributes.verified,
  };
}

/** JSON text of a module's summary in its latest version, as lists show it. */
export const latestSummary = remember((module: ModuleResource) =>
  JSON.stringify(summaryOf(module, latestVersion(module.attributes.versions))),
);
