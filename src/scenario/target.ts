import { type Operation, findOperation, operations } from '../api/operations.js';
import { matchesGlob, parseGlob } from './glob.js';
import { nearest, oneOf } from './nearest.js';
import type { Target } from './step.js';

/** Names of all operations. */
export const operationNames = operations.map((operation) => operation.name);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Reads the `on` of a step: an operation, or a method and a path in which `*` stands for anything within a segment and
 * a last `**` for all that follows, e.g. `GET /v1/modules/*\/*\/*\/versions`. A text that is neither gives what was expected.
 */
export function parseTarget(text: string): { readonly target: Target } | { readonly expected: string } {
  const space = text.indexOf(' ');
  const operation = findOperation(text);
  if (operation) return { target: { kind: 'operation', name: operation.name } };
  if (space === -1) return { expected: expectedOperation(text) };
  const method = text.slice(0, space);
  if (!methods.includes(method)) return { expected: `a method (${oneOf(methods, method)}) before the path` };
  return parsePath(method, text.slice(space + 1));
}

function expectedOperation(text: string): string {
  const name = nearest(text, operationNames);
  const meant = name === undefined ? oneOf(operationNames, text) : `${name}, another operation`;
  return `${meant}, or a method and a path such as "GET /v1/modules/*/*/*/versions"`;
}

function parsePath(
  method: string,
  path: string,
): { readonly target: Target } | { readonly expected: string } {
  if (!/^\/[^\s?#]*$/.test(path)) {
    return {
      expected: 'a path that begins with "/", without spaces and query (for that there is where.query)',
    };
  }
  const all = path.replace(/\/$/, '').slice(1).split('/');
  const rest = all.at(-1) === '**';
  const segments = rest ? all.slice(0, -1) : all;
  if (segments.some((segment) => segment.includes('**')))
    return { expected: '"**" only as the last segment' };
  return { target: { kind: 'path', method, segments: segments.map(parseGlob), rest } };
}

/** The operation that a target names, or undefined. */
export function operationOf(target: Target): Operation | undefined {
  return target.kind === 'operation' ? findOperation(target.name) : undefined;
}

const roots: readonly { readonly segments: readonly string[]; readonly rest: boolean }[] = [
  { segments: ['api'], rest: true },
  { segments: ['v1', 'modules'], rest: true },
  { segments: ['v2', 'modules'], rest: true },
  { segments: ['.well-known', 'terraform.json'], rest: false },
];

/** Whether a request inside the two APIs can be meant; requests outside reach steps only where something forwards them. */
export function canMatchInside(target: Target): boolean {
  if (target.kind === 'operation') return true;
  return roots.some(({ segments, rest }) => {
    const shared = Math.min(segments.length, target.segments.length);
    for (let at = 0; at < shared; at++) {
      if (!matchesGlob(target.segments[at]!, segments[at]!)) return false;
    }
    return (
      (target.segments.length >= segments.length || target.rest) &&
      (target.segments.length <= segments.length || rest)
    );
  });
}
