import { keyOf, type Ref, type Relationship } from '../../emulator/world.js';
import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import { lastValue } from '../../exchange/query.js';
import { childNames, type Listing, listings, subjects } from './platform-shape.js';
import { objectsIn, type Sighting } from './sightings.js';

/** A thing as it was last shown. */
export interface Fact extends Ref {
  attributes: JsonObject;
  relationships: Readonly<Record<string, Relationship>>;
  epoch: number;
  file: string;
}

/** What recorded lists have shown of one list. */
export interface ListFact {
  /** Ids with their places in the whole list. */
  readonly places: Map<string, number>;
  /** How many there are, where the list said so; else all were shown. */
  total: number;
  epoch: number;
}

/** What is known of the platform from some first epochs of a recording. */
export interface PlatformFacts {
  readonly things: Map<string, Fact>;
  /** By `type/id>type`. */
  readonly lists: Map<string, ListFact>;
  /** Keys of what was destroyed, or answered 404 since it was last seen. */
  readonly gone: Set<string>;
}

/** Adds what one answer of the platform showed; of two showings of a thing in one epoch the later one counts. */
export function learnPlatform(facts: PlatformFacts, sighting: Sighting): void {
  const { route, status, document, key } = sighting;
  const name = route.operation.name;
  const [type, parameter] = subjects[name] ?? [];
  if (type !== undefined && (status === 404 || name === 'platform.oauth-tokens.destroy')) {
    const id = route.params[parameter ?? ''] ?? '';
    if (status < 300 || (key.method === 'GET' && status === 404)) forget(facts, { type, id });
    return;
  }
  if (status >= 300 || !document) return;
  const { data, included } = objectsIn(document);
  for (const object of [...data, ...included]) learnThing(facts, object, sighting);
  const listing = listings[name];
  if (listing && !key.query.some(([each]) => each.startsWith('filter'))) {
    learnList(facts, listing, data, document, sighting);
  }
}

function learnThing({ things, gone }: PlatformFacts, object: JsonObject, { epoch, file }: Sighting): void {
  const ref = { type: object['type'] as string, id: object['id'] as string };
  const attributes = isJsonObject(object['attributes']) ? object['attributes'] : {};
  const relationships = relationshipsOf(object['relationships']);
  const before = things.get(keyOf(ref));
  gone.delete(keyOf(ref));
  const older = before?.epoch === epoch && isOlder(attributes, before.attributes);
  things.set(keyOf(ref), {
    ...ref,
    attributes: older ? { ...attributes, ...before.attributes } : { ...before?.attributes, ...attributes },
    relationships: older
      ? { ...relationships, ...before.relationships }
      : { ...before?.relationships, ...relationships },
    epoch,
    file: older ? before.file : file,
  });
}

/** Takes a thing that is gone out of everything that names it as one of its own. */
function forget({ things, lists, gone }: PlatformFacts, { type, id }: Ref): void {
  gone.add(keyOf({ type, id }));
  things.delete(keyOf({ type, id }));
  for (const [name, list] of lists) {
    if (name.endsWith(`>${type}`) && list.places.delete(id)) list.total--;
  }
  for (const thing of things.values()) {
    const named = childNames[thing.type]?.includes(type) === true ? thing.relationships[type] : undefined;
    if (!Array.isArray(named?.data)) continue;
    const data = (named.data as readonly Ref[]).filter((ref) => ref.id !== id);
    thing.relationships = { ...thing.relationships, [type]: { ...named, data } };
  }
}

/** Files of one epoch have no order among them; what a thing says of its own age has. */
function isOlder(one: JsonObject, other: JsonObject): boolean {
  const [a, b] = [updatedAt(one), updatedAt(other)];
  return a !== b ? a < b : entered(one) < entered(other);
}

function updatedAt({ 'updated-at': at }: JsonObject): number {
  const time = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(time) ? 0 : time;
}

function entered({ 'status-timestamps': times }: JsonObject): number {
  return isJsonObject(times) ? Object.keys(times).length : 0;
}

function learnList(
  { lists }: PlatformFacts,
  { parentType, parameter, type }: Listing,
  data: readonly JsonObject[],
  document: JsonObject,
  { route, key, epoch }: Sighting,
): void {
  const name = `${parentType}/${route.params[parameter] ?? ''}>${type}`;
  const before = lists.get(name);
  const places = new Map(before?.epoch === epoch ? before.places : []);
  const pages = paginationOf(document);
  const size = number(pages['page-size']) ?? Number(lastValue(key.query, 'page[size]') ?? data.length);
  const first = ((number(pages['current-page']) ?? 1) - 1) * size;
  data.forEach(({ id }, i) => places.set(id as string, first + i));
  lists.set(name, { places, total: number(pages['total-count']) ?? places.size, epoch });
}

function paginationOf({ meta }: JsonObject): JsonObject {
  const pagination = isJsonObject(meta) ? meta['pagination'] : undefined;
  return isJsonObject(pagination) ? pagination : {};
}

function relationshipsOf(value: Json | undefined): Record<string, Relationship> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, relationship]): [string, Relationship][] => {
      if (!isJsonObject(relationship)) return [];
      const { data, links } = relationship;
      const related = isJsonObject(links) ? links['related'] : undefined;
      return [
        [
          name,
          {
            ...(data === undefined ? {} : { data: data as unknown as Ref | Ref[] | null }),
            ...(typeof related === 'string' ? { related: related.replace(/^\{\{platform\}\}/, '') } : {}),
          },
        ],
      ];
    }),
  );
}

function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
