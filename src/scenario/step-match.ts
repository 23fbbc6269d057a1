import { isJsonObject, type Json, sortedJson } from '../exchange/json.js';
import type { Asked } from './asked.js';
import type { Query } from '../exchange/query.js';
import { matchesGlob } from './glob.js';
import type { JsonPath } from './json-path.js';
import type { BodyCondition, Condition, Step, Target, Where } from './step.js';

/** Which requests are meant: the part of a step that says so. */
export type Meant = Pick<Step, 'on' | 'where'>;

/** Whether a request is one that a step is for. */
export function stepMatches({ on, where }: Meant, asked: Asked): boolean {
  return targetMatches(on, asked) && whereMatches(where, asked);
}

/** Whether a request is what a target names; HEAD counts as the GET of the same path. */
export function targetMatches(target: Target, asked: Asked): boolean {
  if (target.kind === 'operation') return asked.route?.operation.name === target.name;
  const { method } = asked.request;
  if (method !== target.method && !(method === 'HEAD' && target.method === 'GET')) return false;
  const { segments } = asked;
  const fits = target.rest
    ? segments.length >= target.segments.length
    : segments.length === target.segments.length;
  return fits && target.segments.every((glob, at) => matchesGlob(glob, segments[at] ?? ''));
}

function whereMatches({ path, header, query, body }: Where, asked: Asked): boolean {
  const { request, route } = asked;
  for (const condition of path) if (!holds(condition, route?.params[condition.name])) return false;
  for (const condition of header) if (!holds(condition, request.headers[condition.name])) return false;
  for (const condition of query) if (!holdsInOne(condition, asked.query)) return false;
  return body.length === 0 || bodyMatches(body, asked.body);
}

/** A parameter that comes several times has to fit once. */
function holdsInOne(condition: Condition, query: Query): boolean {
  return query.some(([name, value]) => name === condition.name && holds(condition, value));
}

function holds({ value }: Condition, found: string | undefined): boolean {
  return found !== undefined && matchesGlob(value, found);
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

function memberAt(document: Json, path: JsonPath): Json | undefined {
  let at: Json | undefined = document;
  for (const part of path) {
    if (typeof part === 'number' && Array.isArray(at)) at = at[part];
    else if (isJsonObject(at) && Object.hasOwn(at, part)) at = at[part];
    else return undefined;
  }
  return at;
}
