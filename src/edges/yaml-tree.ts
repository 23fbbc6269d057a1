import type * as YamlPackage from 'yaml';
import type { Document, Node, Pair } from 'yaml';
import type { Path } from '../exchange/problem.js';

type Yaml = typeof YamlPackage;

/** Something in a YAML text that is no plain data. */
export interface Slip {
  /** Where in the text, in characters from 0. */
  readonly offset: number;
  readonly path: Path;
  readonly found: string;
  readonly expected: string;
}

/** Values that aliases may bring in, so that a few lines cannot become gigabytes. */
const mostFromAliases = 100_000;
/** How deep maps and lists may lie in each other. */
const deepest = 64;

const tags = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((tag) => `tag:yaml.org,2002:${tag}`);

/**
 * Takes plain data out of a parsed document. Not let in are tags other than YAML's own for plain data, keys that are
 * no text or come twice or are named `__proto__`, aliases of what contains them or of too much, and too much depth.
 */
export function plainData(document: Document, yaml: Yaml): { data: unknown; slips: Slip[] } {
  const slips: Slip[] = [];
  const anchors = new Map<string, Node>();
  let inAlias = 0;
  let fromAliases = 0;
  let tooDeep = false;

  const slip = (node: Node | null, path: Path, found: string, expected: string): null => {
    if (slips.length < 1000) slips.push({ offset: offsetOf(node), path, found, expected });
    return null;
  };

  const read = (node: Node | null, path: Path): unknown => {
    if (node === null) return null;
    if (inAlias > 0 && ++fromAliases > mostFromAliases) {
      if (fromAliases > mostFromAliases + 1) return null;
      return slip(node, path, 'aliases of too much', `at most ${mostFromAliases} values from aliases`);
    }
    if (path.length > deepest) {
      if (tooDeep) return null;
      tooDeep = true;
      return slip(
        node,
        path.slice(0, 1),
        'maps or lists too deep in each other',
        `at most ${deepest} levels`,
      );
    }
    if (node.tag !== undefined && !tags.includes(node.tag)) {
      return slip(node, path, `the tag ${node.tag}`, 'plain data without tags');
    }
    const data = readContent(node, path);
    if ('anchor' in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    return data;
  };

  const readContent = (node: Node, path: Path): unknown => {
    if (yaml.isAlias(node)) return readAlias(node, path);
    if (yaml.isSeq(node)) return node.items.map((item, at) => read(item as Node | null, [...path, at]));
    if (yaml.isMap(node)) return readMap(node.items as Pair<Node | null, Node | null>[], path);
    return node.value;
  };

  const readAlias = (node: Node & { source: string }, path: Path): unknown => {
    const target = anchors.get(node.source);
    if (!target)
      return slip(node, path, `the alias *${node.source}`, `an anchor &${node.source} that ends before it`);
    inAlias++;
    const data = read(target, path);
    inAlias--;
    return data;
  };

  const readMap = (pairs: readonly Pair<Node | null, Node | null>[], path: Path): unknown => {
    const members = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const name = keyOf(key, yaml);
      if (name === undefined) slip(key, path, 'a key that is no text', 'text');
      else if (name === '__proto__') slip(key, [...path, name], 'the key "__proto__"', 'another name');
      else if (members.has(name))
        slip(key, [...path, name], `the key ${JSON.stringify(name)} again`, 'each key once');
      else members.set(name, read(value, [...path, name]));
    }
    return Object.fromEntries(members);
  };

  return { data: read(document.contents, []), slips };
}

/** Where in the text a part stands, in characters from 0; see `YamlData.locate`. */
export function locateIn(document: Document, yaml: Yaml, path: Path, at: 'key' | 'value'): number {
  let node: Node | null | undefined = document.contents;
  let offset = offsetOf(node);
  for (const [index, part] of path.entries()) {
    if (yaml.isAlias(node)) node = node.resolve(document);
    if (yaml.isMap(node)) {
      const pair: Pair<Node | null, Node | null> | undefined = (
        node.items as Pair<Node | null, Node | null>[]
      ).find(({ key }) => keyOf(key, yaml) === part);
      if (!pair) return offset;
      node = pair.value;
      const named = index === path.length - 1 && at === 'key';
      offset = offsetOf(named || !node?.range ? pair.key : node);
    } else if (yaml.isSeq(node) && typeof part === 'number' && part < node.items.length) {
      node = node.items[part] as Node | null;
      offset = offsetOf(node);
    } else {
      return offset;
    }
  }
  return offset;
}

function keyOf(key: Node | null, yaml: Yaml): string | undefined {
  if (!yaml.isScalar(key)) return undefined;
  const { value } = key;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function offsetOf(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}
