import { lastValue } from '../../exchange/query.js';
import { queryOf } from '../../exchange/request.js';
import type { Call } from '../call.js';
import { keyOf, type Ref, type Resource, type World } from '../world.js';
import { isVisible } from './access.js';
import { grantOf } from './addressed.js';
import { badRequest } from './problem.js';

/** What may be included beside a stage (platform API §4). Here and below no path leads back to where it began. */
export const besideStages = ['run', 'run.workspace', 'task-results', 'policy-evaluations'];

/** What may be included beside a run (extra: terraform finds the stages through it). */
export const besideRuns = [
  'workspace',
  'task-stages',
  'task-stages.task-results',
  'task-stages.policy-evaluations',
];

/**
 * The resources that the `include` parameter asks for beside the primary ones: each once, only what the caller sees,
 * and those on the way of a dotted path too. Names may be written with hyphens or, as real
 * clients do, with underscores.
 *
 * @throws Problem 400 for a name that is not among `known`; its detail ends as terraform expects it to.
 */
export function includedBeside(
  call: Call,
  primary: readonly Resource[],
  known: readonly string[],
): readonly Resource[] {
  const asked = lastValue(queryOf(call.request), 'include');
  if (asked === undefined) return [];
  const included = new Map<string, Resource>();
  for (const path of pathsIn(asked, known)) {
    let level = primary;
    for (const name of path.split('.')) {
      level = relatedTo(call, level, name);
      for (const resource of level) included.set(keyOf(resource), resource);
    }
  }
  return [...included.values()];
}

function pathsIn(asked: string, known: readonly string[]): string[] {
  return asked
    .split(',')
    .filter((path) => path !== '')
    .map((path) => {
      const found = path.replaceAll('_', '-');
      if (known.includes(found)) return found;
      throw badRequest(
        `"${path}" cannot be included here, only ${known.join(', ')}: Invalid include parameter`,
        'include',
      );
    });
}

function relatedTo(call: Call, resources: readonly Resource[], name: string): Resource[] {
  const grant = grantOf(call);
  const found = new Set(resources.flatMap((resource) => follow(call.world, resource, name)));
  return [...found].filter((resource) => isVisible(grant, call.world, resource));
}

function follow(world: World, resource: Resource, name: string): Resource[] {
  const data = resource.relationships?.[name]?.data ?? [];
  const refs = Array.isArray(data) ? (data as readonly Ref[]) : [data as Ref];
  return refs.map((ref) => world.get(ref.type, ref.id)).filter((related) => related !== undefined);
}
