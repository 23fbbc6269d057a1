import type { Route } from '../api/route.js';
import { isJsonObject, type Json, sortedJson } from '../exchange/json.js';
import { decodeSegment } from '../exchange/query.js';
import { bodyJson, queryOf, type WireRequest } from '../exchange/request.js';
import { matchesGlob } from './glob.js';
import type { JsonPath } from './json-path.js';
import type { BodyCondition, Condition, Step, Target } from './step.js';

/** Whether a request is one that a step is for. */
export function stepMatches(step: Step, request: WireRequest, route: Route | undefined): boolean {
  return targetMatches(step.on, request, route) && whereMatches(step, request, route);
}

/** Whether a request is what a target names; HEAD counts as the GET of the same path. */
export function targetMatches(target: Target, request: WireRequest, route: Route | undefined): boolean {
  if (target.kind === 'operation') return route?.operation.name === target.name;
  const method = request.method === 'HEAD' && target.method === 'GET' ? 'GET' : request.method;
  if (method !== target.method) return false;
  const segments = request.path.replace(/\/$/, '').slice(1).split('/').map(decodeSegment);
  if (target.rest ? segments.length < target.segments.length : segments.length !== target.segments.length)
    return false;
  return target.segments.every((glob, at) => matchesGlob(glob, segments[at] ?? ''));
}

/** Whether a request fulfils every condition beside the target. */
export function whereMatches(
  { where }: Pick<Step, 'where'>,
  request: WireRequest,
  route: Route | undefined,
): boolean {
  const holds = (conditions: readonly Condition[], valuesOf: (name: string) => readonly string[]): boolean =>
    conditions.every(({ name, value }) => valuesOf(name).some((found) => matchesGlob(value, found)));
  const one = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
  return (
    holds(where.path, (name) => one(route?.params[name])) &&
    holds(where.header, (name) => one(request.headers[name])) &&
    (where.query.length === 0 || holds(where.query, queryValues(request))) &&
    (where.body.length === 0 || bodyMatches(where.body, bodyJson(request)))
  );
}

function queryValues(request: WireRequest): (name: string) => readonly string[] {
  const query = queryOf(request);
  return (name) => query.filter(([key]) => key === name).map(([, value]) => value);
}

function bodyMatches(conditions: readonly BodyCondition[], body: Json | undefined): boolean {
  if (body === undefined) return false;
  return conditions.every((condition) => {
    const found = memberAt(body, condition.path);
    if (found === undefined) return false;
    if ('text' in condition) return typeof found === 'string' && matchesGlob(condition.text, found);
    return sortedJson(found) === sortedJson(condition.json);
  });
}

/** The member of a document at a path, or undefined. */
export function memberAt(document: Json, path: JsonPath): Json | undefined {
  let at: Json | undefined = document;
  for (const part of path) {
    if (typeof part === 'number' && Array.isArray(at)) at = at[part];
    else if (isJsonObject(at) && Object.hasOwn(at, part)) at = at[part];
    else return undefined;
  }
  return at;
}
