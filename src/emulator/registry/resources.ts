import { hash64 } from '../../exchange/hash.js';
import type { Resource } from '../world.js';
import type { ModuleResource } from './module.js';
import { publishDates } from './publish-dates.js';
import type { ModuleStory, RegistryStory } from './story.js';

/**
 * What the registry holds when a scenario begins: one resource a module, in the order of the story, which is the
 * order of every list. `startedAt` in ms since 1970.
 */
export function registryResources(story: RegistryStory, startedAt: number, seed: number): Resource[] {
  return story.modules.map((module) => moduleResource(module, startedAt, seed));
}

function moduleResource(story: ModuleStory, startedAt: number, seed: number): ModuleResource {
  const { namespace, name, provider, versions, downloads } = story;
  const id = `${namespace}/${name}/${provider}`;
  return {
    type: 'modules',
    id,
    attributes: {
      namespace,
      name,
      provider,
      owner: story.owner,
      description: story.about,
      source: story.repository,
      verified: story.verified,
      downloads: downloads.total,
      versions: [...versions],
    },
    own: {
      source: story.source ?? '',
      summary: String(hash64(id, seed)[0] % 1_000_000),
      before: { week: downloads.week, month: downloads.month, year: downloads.year },
      days: {},
      published: publishDates(id, versions, startedAt, seed),
    },
  };
}
