import { keyOf, type Ref, type Relationship, type Resource } from '../../emulator/world.js';
import type { JsonObject } from '../../exchange/json.js';
import type { Fact, PlatformFacts } from './platform-facts.js';
import { childNames, parentNames } from './platform-shape.js';

/** What the emulator can be given of the platform. */
export interface PlatformResources {
  /** In the order in which lists show them. */
  readonly resources: readonly Resource[];
  /** Lists all of whose items are known, by `type/id>type`. */
  readonly complete: ReadonlySet<string>;
}

/**
 * Makes resources of what is known. What was only named as the place of something else becomes a resource without
 * attributes, marked as never seen. `last` is what is known at the end of the recording: it tells how task results
 * and policy evaluations that still run will end.
 */
export function platformResources(facts: PlatformFacts, last: PlatformFacts): PlatformResources {
  const parents = parentsOf(facts);
  const complete = completeLists(facts);
  const places = placesOf(facts);
  const made = [...facts.things.values()].map((fact): Resource => {
    const parent = parents.get(keyOf(fact));
    return {
      type: fact.type,
      id: fact.id,
      attributes: fact.attributes,
      relationships: { ...fact.relationships, ...listedBelow(fact, facts, complete) },
      ...(parent === undefined ? {} : { parent }),
      own: ownOf(last.things.get(keyOf(fact)) ?? fact),
    };
  });
  const place = (resource: Resource): number => places.get(keyOf(resource)) ?? Infinity;
  made.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  const unseen = [...new Set(parents.values())].filter(
    (key) => !facts.things.has(key) && !key.startsWith('organizations/'),
  );
  return { resources: [...unseen.map((key) => neverSeen(key, parents.get(key))), ...made], complete };
}

/** Whether a resource was only named by others. */
export function isNeverSeen({ own }: Resource): boolean {
  return own?.['seen'] === false;
}

function neverSeen(key: string, parent: string | undefined): Resource {
  const [type = '', id = ''] = key.split('/');
  return { type, id, attributes: {}, ...(parent === undefined ? {} : { parent }), own: { seen: false } };
}

function ownOf({ type, attributes }: Fact): JsonObject {
  const { status, message } = attributes;
  if (type !== 'task-results' && type !== 'policy-evaluations') return {};
  const counts = attributes['result-count'];
  return {
    ...(status === undefined ? {} : { ends: status }),
    reports: {
      ...(message === undefined ? {} : { message }),
      ...(counts === undefined ? {} : { 'result-count': counts }),
    },
  };
}

/** The key of what each thing stands below: it says so itself, or a list or what it stands below does. */
function parentsOf({ things, lists }: PlatformFacts): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [name, { places }] of lists) {
    const [parent = '', type = ''] = name.split('>');
    for (const id of places.keys()) {
      if (!parent.startsWith('organizations/')) parents.set(keyOf({ type, id }), parent);
    }
  }
  for (const thing of things.values()) {
    for (const type of childNames[thing.type] ?? []) {
      for (const ref of refsIn(thing.relationships[type])) parents.set(keyOf(ref), keyOf(thing));
    }
  }
  for (const thing of things.values()) {
    const named = (parentNames[thing.type] ?? []).flatMap((name) => refsIn(thing.relationships[name]));
    const [parent] = named;
    if (parent) parents.set(keyOf(thing), keyOf(parent));
  }
  for (const [name, { places }] of lists) {
    const [organization = '', type = ''] = name.split('>');
    if (!organization.startsWith('organizations/')) continue;
    for (const id of places.keys()) {
      const client = parents.get(keyOf({ type, id }));
      if (client !== undefined && !parents.has(client)) parents.set(client, organization);
    }
  }
  return parents;
}

/** Where in its list each thing stands. */
function placesOf({ things, lists }: PlatformFacts): Map<string, number> {
  const places = new Map<string, number>();
  for (const thing of things.values()) {
    for (const type of childNames[thing.type] ?? []) {
      refsIn(thing.relationships[type]).forEach((ref, i) => places.set(keyOf(ref), i));
    }
  }
  for (const [name, list] of lists) {
    const type = name.slice(name.indexOf('>') + 1);
    for (const [id, place] of list.places) places.set(keyOf({ type, id }), place);
  }
  return places;
}

function completeLists({ things, lists }: PlatformFacts): Set<string> {
  const complete = new Set<string>();
  for (const [name, { places, total }] of lists) {
    const type = name.slice(name.indexOf('>') + 1);
    const known = [...places.keys()].filter((id) => things.has(keyOf({ type, id })));
    if (known.length >= total) complete.add(name);
  }
  for (const thing of things.values()) {
    for (const type of childNames[thing.type] ?? []) {
      const named = thing.relationships[type];
      if (Array.isArray(named?.data) && refsIn(named).every((ref) => things.has(keyOf(ref)))) {
        complete.add(`${keyOf(thing)}>${type}`);
      }
    }
  }
  return complete;
}

/** Relationships that a thing did not show itself, but a list of what is below it did. */
function listedBelow(
  fact: Fact,
  { lists }: PlatformFacts,
  complete: ReadonlySet<string>,
): Record<string, Relationship> {
  const found: Record<string, Relationship> = {};
  for (const type of childNames[fact.type] ?? []) {
    const name = `${keyOf(fact)}>${type}`;
    const list = lists.get(name);
    const shown = fact.relationships[type];
    if (!list || !complete.has(name) || Array.isArray(shown?.data)) continue;
    const ids = [...list.places].sort(([, a], [, b]) => a - b).map(([id]) => id);
    found[type] = { ...shown, data: ids.map((id) => ({ type, id })) };
  }
  return found;
}

/** The identifiers in a relationship, one or many; anything odd among them is left out. */
export function refsIn(relationship: Relationship | undefined): Ref[] {
  const data = relationship?.data ?? [];
  const refs = Array.isArray(data) ? (data as readonly Ref[]) : [data as Ref];
  return refs.filter((ref) => typeof ref?.type === 'string' && typeof ref.id === 'string');
}
