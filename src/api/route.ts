import { decodeSegment } from '../exchange/query.js';
import { type Api, type Operation, operations } from './operations.js';

/** What a path turned out to be. */
export interface Route {
  readonly operation: Operation;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: Node | undefined;
  readonly methods: Map<string, Target>;
}

/** An operation, and which segment of the path is which parameter. */
interface Target {
  readonly operation: Operation;
  readonly parameters: readonly (readonly [name: string, at: number])[];
}

const newNode = (): Node => ({ fixed: new Map(), parameter: undefined, methods: new Map() });

const root = newNode();
for (const operation of operations) {
  let node = root;
  const parameters: [name: string, at: number][] = [];
  for (const [at, segment] of segmentsOf(operation.path).entries()) {
    if (segment.startsWith(':')) {
      parameters.push([segment.slice(1), at]);
      node = node.parameter ??= newNode();
    } else {
      const next = node.fixed.get(segment) ?? newNode();
      node.fixed.set(segment, next);
      node = next;
    }
  }
  node.methods.set(operation.method, { operation, parameters });
}

/** Routes that were found, by method and path, so that a path is taken apart once. */
const found = new Map<string, Map<string, Route>>();
const mostFound = 20_000;
/** Characters of a path that is remembered. */
const longestFound = 500;

/**
 * Finds the operation for a method and a percent-encoded path. HEAD is answered like GET. A trailing slash does
 * not matter. A fixed segment wins over a parameter, and segments are compared decoded; what is left of the path is
 * never guessed at.
 */
export function findRoute(method: string, path: string): Route | undefined {
  return found.get(method)?.get(path) ?? findAnew(method, path);
}

function findAnew(method: string, path: string): Route | undefined {
  const route = lookUp(method, path);
  if (!route || path.length > longestFound) return route;
  const byPath = found.get(method) ?? new Map<string, Route>();
  if (byPath.size >= mostFound) byPath.clear();
  found.set(method, byPath.set(path, route));
  return route;
}

function lookUp(method: string, path: string): Route | undefined {
  const segments = segmentsOf(path);
  const node = walk(root, segments, 0);
  const target = node?.methods.get(method === 'HEAD' ? 'GET' : method);
  return target && { operation: target.operation, params: paramsOf(target, segments) };
}

/** Methods that a path knows, empty when it is no path of the two APIs. */
export function methodsAt(path: string): string[] {
  return [...(walk(root, segmentsOf(path), 0)?.methods.keys() ?? [])];
}

/** The API a path belongs to by its beginning alone, or undefined. */
export function apiOfPath(path: string): Api | undefined {
  if (path === '/api' || path.startsWith('/api/')) return 'platform';
  if (/^\/v[12]\/modules(\/|$)/.test(path) || path === '/.well-known/terraform.json') return 'registry';
  return undefined;
}

function walk(node: Node, segments: readonly string[], at: number): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, at + 1);
  if (found) return found;
  return node.parameter && segment !== '' ? walk(node.parameter, segments, at + 1) : undefined;
}

function paramsOf({ parameters }: Target, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, at] of parameters) params[name] = decodeSegment(segments[at] ?? '');
  return params;
}

function segmentsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}
