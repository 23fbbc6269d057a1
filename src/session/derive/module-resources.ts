import type { ModuleOwn, ModuleResource } from '../../emulator/registry/module.js';
import type { Resource } from '../../emulator/world.js';
import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import { count, type Module, type ModuleFacts, objects } from './module-facts.js';

/** The modules as the emulator keeps them, and the content of each version beside them. */
export function moduleResources({ modules }: ModuleFacts): Resource[] {
  return [...modules].flatMap(([id, module]) => (module.versions.size === 0 ? [] : resourcesOf(id, module)));
}

function resourcesOf(id: string, module: Module): Resource[] {
  const [namespace = '', name = '', provider = ''] = id.split('/');
  const { about, downloads, published } = module;
  const counts = isJsonObject(downloads?.['attributes']) ? downloads['attributes'] : {};
  const own: ModuleOwn = {
    source: '',
    summary: text(downloads?.['id']),
    before: { week: count(counts['week']), month: count(counts['month']), year: count(counts['year']) },
    days: {},
    published: Object.fromEntries(published),
  };
  const resource: ModuleResource = {
    type: 'modules',
    id,
    attributes: {
      namespace,
      name,
      provider,
      owner: text(about['owner']),
      description: text(about['description']),
      source: text(about['source']),
      verified: about['verified'] === true,
      downloads: count(counts['total'] ?? about['downloads']),
      versions: [...module.versions],
    },
    own,
  };
  return [
    resource,
    ...[...module.versions].map((version) => contentResource(id, version, module.parts.get(version))),
  ];
}

/** What a version holds, with nothing where nothing was shown; `detailed` when its whole detail was. */
function contentResource(id: string, version: string, shown: JsonObject | undefined): Resource {
  const root = isJsonObject(shown?.['root']) ? shown['root'] : {};
  return {
    type: 'module-contents',
    id: `${id}/${version}`,
    attributes: { root: partOf(root), submodules: objects(shown?.['submodules']).map(partOf) },
    own: { detailed: 'inputs' in root },
  };
}

function partOf(part: JsonObject): JsonObject {
  const lists = ['inputs', 'outputs', 'dependencies', 'providers', 'resources'];
  return {
    path: text(part['path']),
    readme: text(part['readme']),
    empty: part['empty'] === true,
    ...Object.fromEntries(lists.map((name) => [name, objects(part[name])])),
  };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
