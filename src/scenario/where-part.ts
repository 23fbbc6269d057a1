import type { Json } from '../exchange/json.js';
import { parseGlob } from './glob.js';
import { parseJsonPath } from './json-path.js';
import { isByMembers, type WhereFile } from './schema/where.js';
import type { BodyCondition, Condition, Where } from './step.js';

/** Reads conditions that their schema finds nothing wrong with. */
export function readWhere(file: WhereFile): Where {
  return {
    path: readConditions(file.path ?? {}),
    query: readConditions(file.query ?? {}),
    header: readConditions(file.header ?? {}).map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    body: readBody(file.body),
  };
}

function readConditions(values: Readonly<Record<string, string | number | boolean>>): Condition[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: parseGlob(String(value)) }));
}

function readBody(body: unknown): BodyCondition[] {
  if (body === undefined) return [];
  const members = isByMembers(body) ? Object.entries(body) : [['$', body] as const];
  return members.map(([path, value]) => ({
    path: parseJsonPath(path) ?? [],
    ...(typeof value === 'string' ? { text: parseGlob(value) } : { json: value as Json }),
  }));
}
