/** The way to a member of a JSON document: names and numbers (from 0). */
export type JsonPath = readonly (string | number)[];

const part = /\.([^.[\]"\s]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\["\\])+)"\]/y;

/**
 * Reads a path such as `$.data.attributes.status`, `$.errors[0]` or `$["odd name"]`; `$` alone is the whole document.
 * Undefined when it is none, or leads through `__proto__`.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  if (!text.startsWith('$')) return undefined;
  const path: (string | number)[] = [];
  part.lastIndex = 1;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (!match) return undefined;
    const [, name, index, quoted] = match;
    path.push(index === undefined ? (name ?? quoted!.replace(/\\(["\\])/g, '$1')) : Number(index));
  }
  return path.includes('__proto__') ? undefined : path;
}
