import type { Relationship, Resource } from '../world.js';

/** JSON text with a gap between each two pieces, where the session's path prefix goes. */
type Pieces = readonly string[];

const kept = new WeakMap<Resource, Pieces>();

/**
 * A resource as JSON:API text. A resource never changes, so its text is made once and kept as long as it is; links
 * get the prefix of the session that asks.
 *
 * @param prefix what links begin with before `/api/v2/…`, already escaped for JSON
 */
export function resourceText(resource: Resource, prefix: string): string {
  let pieces = kept.get(resource);
  if (!pieces) kept.set(resource, (pieces = piecesOf(resource)));
  return pieces.join(prefix);
}

/** Path of a resource from `/api/v2/`. */
export function pathOf(resource: Pick<Resource, 'type' | 'id'>): string {
  return `/api/v2/${resource.type}/${encodeURIComponent(resource.id)}`;
}

function piecesOf({ type, id, attributes, relationships }: Resource): Pieces {
  const pieces: string[] = [];
  let text = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"attributes":${JSON.stringify(attributes)}`;
  const link = (name: string, path: string): void => {
    pieces.push(`${text}"links":{"${name}":"`);
    text = `${JSON.stringify(path).slice(1)}}`;
  };
  const relate = ({ data, related }: Relationship): void => {
    if (data !== undefined) text += `"data":${JSON.stringify(data)}${related === undefined ? '' : ','}`;
    if (related !== undefined) link('related', related);
  };
  if (relationships) {
    text += ',"relationships":{';
    let comma = '';
    for (const [name, relationship] of Object.entries(relationships)) {
      text += `${comma}${JSON.stringify(name)}:{`;
      relate(relationship);
      text += '}';
      comma = ',';
    }
    text += '}';
  }
  text += ',';
  link('self', pathOf({ type, id }));
  pieces.push(`${text}}`);
  return pieces;
}
