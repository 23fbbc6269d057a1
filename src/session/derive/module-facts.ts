import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import { lastValue } from '../../exchange/query.js';
import type { Sighting } from './sightings.js';

/** What is known of one module. */
export interface Module {
  readonly about: JsonObject;
  readonly versions: Set<string>;
  /** Whether all its versions are known. */
  whole: boolean;
  readonly published: Map<string, string>;
  /** Content by version. */
  readonly parts: Map<string, JsonObject>;
  downloads: JsonObject | undefined;
}

type Modules = Map<string, Module>;

/** What is known of the registry from some first epochs of a recording. */
export interface ModuleFacts {
  /** By their ids. */
  readonly modules: Modules;
  /** What recorded pages of lists held: by the list, how many there were from an offset on, and whether more followed. */
  readonly pages: Map<string, Map<number, { readonly count: number; readonly more: boolean }>>;
}

/** Adds what one answer of the registry showed. */
export function learnModules({ modules: facts, pages }: ModuleFacts, sighting: Sighting): void {
  const { route, status, document } = sighting;
  if (status >= 300 || !document) return;
  const { namespace = '', name = '', provider = '' } = route.params;
  const id = `${namespace}/${name}/${provider}`;
  const operation: string = route.operation.name;
  switch (operation) {
    case 'registry.modules.list':
    case 'registry.modules.namespace':
    case 'registry.modules.search':
    case 'registry.modules.providers':
      for (const summary of objects(document['modules'])) learnSummary(facts, summary);
      learnPage(pages, document, sighting);
      return;
    case 'registry.modules.latest':
    case 'registry.modules.show':
      learnDetail(facts, document);
      return;
    case 'registry.modules.versions':
      for (const version of objects(objects(document['modules'])[0]?.['versions']))
        learnVersion(facts, id, version);
      return;
    case 'registry.modules.downloads-summary': {
      const { data } = document;
      if (isJsonObject(data)) moduleOf(facts, id).downloads = data;
      return;
    }
    default:
      return;
  }
}

/** The name of a list of modules: of all, of a namespace, or of those with one namespace and name. */
export function listOf({ namespace = '', name = '' }: Readonly<Record<string, string>>): string {
  return `${namespace}/${name}`;
}

/** Whether every page of a list was recorded. */
export function isWhole({ pages }: ModuleFacts, list: string): boolean {
  const recorded = pages.get(list);
  let offset = 0;
  for (;;) {
    const page = recorded?.get(offset);
    if (!page || (page.more && page.count === 0)) return false;
    if (!page.more) return true;
    offset += page.count;
  }
}

/** Of a list that was narrowed by its query nothing can be told about the whole. */
function learnPage(pages: ModuleFacts['pages'], document: JsonObject, { route, key }: Sighting): void {
  if (key.query.some(([name]) => name !== 'limit' && name !== 'offset')) return;
  const list = listOf(route.params);
  const meta = isJsonObject(document['meta']) ? document['meta'] : {};
  const offset = count(meta['current_offset'] ?? Number(lastValue(key.query, 'offset') ?? 0));
  const recorded = pages.get(list) ?? new Map<number, { count: number; more: boolean }>();
  recorded.set(offset, {
    count: objects(document['modules']).length,
    more: typeof meta['next_offset'] === 'number',
  });
  pages.set(list, recorded);
}

function learnSummary(facts: Modules, summary: JsonObject): Module | undefined {
  const { namespace, name, provider, version, published_at } = summary;
  if (![namespace, name, provider, version].every((part) => typeof part === 'string')) return undefined;
  const module = moduleOf(facts, `${namespace as string}/${name as string}/${provider as string}`);
  Object.assign(module.about, summary);
  module.versions.add(version as string);
  if (typeof published_at === 'string') module.published.set(version as string, published_at);
  return module;
}

function learnDetail(facts: Modules, document: JsonObject): void {
  const module = learnSummary(facts, document);
  const { version, versions, root, submodules } = document;
  if (!module) return;
  if (Array.isArray(versions)) {
    module.whole = true;
    for (const each of versions) if (typeof each === 'string') module.versions.add(each);
  }
  learnParts(module, version as string, root, submodules);
}

function learnVersion(facts: Modules, id: string, { version, root, submodules }: JsonObject): void {
  if (typeof version !== 'string') return;
  const module = moduleOf(facts, id);
  module.whole = true;
  module.versions.add(version);
  learnParts(module, version, root, submodules);
}

/** A detail shows inputs, outputs and the like, the list of versions the providers; each keeps what the other showed. */
function learnParts(
  module: Module,
  version: string,
  root: Json | undefined,
  submodules: Json | undefined,
): void {
  const before = module.parts.get(version) ?? { root: {}, submodules: [] };
  const old = objects(before['submodules']);
  const listed = objects(submodules).map((part) => ({
    ...old.find(({ path }) => path === part['path']),
    ...part,
  }));
  module.parts.set(version, {
    root: { ...(before['root'] as JsonObject), ...(isJsonObject(root) ? root : {}) },
    submodules: Array.isArray(submodules) ? listed : old,
  });
}

function moduleOf(facts: Modules, id: string): Module {
  let module = facts.get(id);
  if (!module) {
    module = {
      about: {},
      versions: new Set(),
      whole: false,
      published: new Map(),
      parts: new Map(),
      downloads: undefined,
    };
    facts.set(id, module);
  }
  return module;
}

/** The objects in a list. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A number that counts something; 0 for anything else. */
export function count(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
