import type { Relationship, Resource } from '../world.js';

/** JSON text as a session without a prefix sees it, and where the prefix of another one goes. */
interface Written {
  readonly text: string;
  readonly gaps: readonly number[];
}

const kept = new WeakMap<Resource, Written>();

/**
 * A resource as JSON:API text. A resource never changes, so its text is made once and kept as long as it is; links
 * get the prefix of the session that asks.
 *
 * @param prefix what links begin with before `/api/v2/…`; nothing in it needs to be escaped in JSON
 */
export function resourceText(resource: Resource, prefix: string): string {
  let written = kept.get(resource);
  if (!written) kept.set(resource, (written = write(resource)));
  return prefix === '' ? written.text : filled(written, prefix);
}

/** Path of a resource from `/api/v2/`. */
export function pathOf(resource: Pick<Resource, 'type' | 'id'>): string {
  return `/api/v2/${resource.type}/${encodeURIComponent(resource.id)}`;
}

function write({ type, id, attributes, relationships }: Resource): Written {
  const gaps: number[] = [];
  let text = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"attributes":${JSON.stringify(attributes)}`;
  const link = (name: string, path: string): void => {
    text += `"links":{"${name}":"`;
    gaps.push(text.length);
    text += `${JSON.stringify(path).slice(1)}}`;
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
  // a copy is one piece, where the text is as many as were put together, and is gone through piece by piece each time
  return { text: structuredClone(`${text}}`), gaps };
}

function filled({ text, gaps }: Written, prefix: string): string {
  let whole = '';
  let from = 0;
  for (const gap of gaps) {
    whole += text.slice(from, gap) + prefix;
    from = gap;
  }
  return whole + text.slice(from);
}
