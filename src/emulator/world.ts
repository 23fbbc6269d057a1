import type { Json, JsonObject } from '../exchange/json.js';

/** A pointer to a resource. */
export interface Ref {
  readonly type: string;
  readonly id: string;
}

/** A relationship as the APIs show it: identifiers, a related link (a path from `/api/v2/…`), or both. */
export interface Relationship {
  readonly data?: Ref | readonly Ref[] | null;
  readonly related?: string;
}

/** One thing the emulated backend holds. Never changed in place: a change is a new record under the same key. */
export interface Resource extends Ref {
  /** What the API shows, in its own spelling. */
  readonly attributes: JsonObject;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** Key of the resource in whose list this one stands, e.g. `runs/run-1`; left out at the top. */
  readonly parent?: string;
  /** Where in its list one stands that was put in since the seed; last when left out. */
  readonly place?: 'first' | 'last';
  /** What the emulator keeps for itself and never shows. */
  readonly own?: JsonObject;
}

/** Where the changes since the seed are kept: a part of a session's ledger. `null` marks a removal. */
export interface Changes {
  get(key: string): Json | undefined;
  set(key: string, value: Json): void;
  entries(): Iterable<[string, Json]>;
}

/** The world a scenario begins with. Shared by all sessions that play it, so nobody may change it. */
export interface Seed {
  readonly resources: ReadonlyMap<string, Resource>;
  /** Ids in order, by {@link listKey}. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** The key of a resource, e.g. `task-stages/ts-1`. */
export function keyOf(ref: Ref): string {
  return `${ref.type}/${ref.id}`;
}

function listKey(parent: string, type: string): string {
  return `${parent}>${type}`;
}

/** Builds a seed from resources in the order in which lists shall show them. */
export function seedOf(resources: Iterable<Resource>): Seed {
  const all = new Map<string, Resource>();
  const lists = new Map<string, string[]>();
  for (const resource of resources) {
    all.set(keyOf(resource), resource);
    const list = listKey(resource.parent ?? '', resource.type);
    const ids = lists.get(list);
    if (ids) ids.push(resource.id);
    else lists.set(list, [resource.id]);
  }
  return { resources: all, lists };
}

/**
 * The seed and the changes since. A read costs a look-up or two; a change costs the same however many resources
 * there are; a list that has changed is put together again when it is next asked for.
 */
export class World {
  readonly #seed: Seed;
  readonly #changes: Changes;
  /** Changed keys by the list they stand in. */
  readonly #touched = new Map<string, Set<string>>();
  readonly #merged = new Map<string, readonly string[]>();
  readonly #gathered = new Map<string, readonly Resource[]>();

  constructor(seed: Seed, changes: Changes) {
    this.#seed = seed;
    this.#changes = changes;
    for (const [key, value] of changes.entries()) this.#touch(key, value as unknown as Resource | null);
  }

  /** The resource, or undefined when there is none or it was removed. */
  get(type: string, id: string): Resource | undefined {
    return this.find(`${type}/${id}`);
  }

  /** Like {@link World.get}, by key. */
  find(key: string): Resource | undefined {
    const changed = this.#changes.get(key) as unknown as Resource | null | undefined;
    if (changed === undefined) return this.#seed.resources.get(key);
    return changed ?? undefined;
  }

  /** Ids of one type below a parent (`''` for the top), in order: those put first, the seed's, those put since. */
  list(parent: string, type: string): readonly string[] {
    const key = listKey(parent, type);
    const seeded = this.#seed.lists.get(key) ?? [];
    const touched = this.#touched.get(key);
    if (!touched) return seeded;
    let merged = this.#merged.get(key);
    if (!merged) {
      const known = new Set(seeded);
      const added = [...touched].map((k) => k.slice(type.length + 1)).filter((id) => !known.has(id));
      const first = added.filter((id) => this.get(type, id)?.place === 'first').reverse();
      const last = added.filter((id) => this.get(type, id)?.place !== 'first');
      merged = [...first, ...seeded, ...last].filter((id) => {
        const resource = this.get(type, id);
        return resource !== undefined && (resource.parent ?? '') === parent;
      });
      this.#merged.set(key, merged);
    }
    return merged;
  }

  /**
   * The resources of {@link World.list}, for a look at all of them. The same array as long as none of them changes,
   * so that what is worked out for it can be kept with it.
   */
  resources(parent: string, type: string): readonly Resource[] {
    const key = listKey(parent, type);
    let gathered = this.#gathered.get(key);
    if (!gathered) {
      gathered = this.list(parent, type)
        .map((id) => this.get(type, id))
        .filter((resource) => resource !== undefined);
      this.#gathered.set(key, gathered);
    }
    return gathered;
  }

  /** Puts a resource in, or a new record in place of the one with its key. */
  put(resource: Resource): void {
    const key = keyOf(resource);
    const before = this.find(key);
    this.#changes.set(key, resource as unknown as Json);
    if (before && before.parent === resource.parent) return this.#regather(before, resource);
    this.#touch(key, resource);
    if (before) this.#touch(key, before);
  }

  /** Removes a resource. What pointed to it is the caller's business. */
  remove(type: string, id: string): void {
    const key = `${type}/${id}`;
    const before = this.find(key);
    if (!before) return;
    this.#changes.set(key, null);
    this.#touch(key, before);
  }

  /** One for another in a list that was gathered before, so that its next reader need not gather it again. */
  #regather(before: Resource, resource: Resource): void {
    const list = listKey(resource.parent ?? '', resource.type);
    const gathered = this.#gathered.get(list);
    if (gathered) this.#gathered.set(list, gathered.with(gathered.indexOf(before), resource));
  }

  #touch(key: string, resource: Resource | null): void {
    const known = resource ?? this.#seed.resources.get(key);
    if (!known) return;
    const list = listKey(known.parent ?? '', known.type);
    this.#merged.delete(list);
    this.#gathered.delete(list);
    const touched = this.#touched.get(list);
    if (touched) touched.add(key);
    else this.#touched.set(list, new Set([key]));
  }
}
