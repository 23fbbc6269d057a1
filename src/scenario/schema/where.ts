import { z } from 'zod';
import { isJsonObject } from '../../exchange/json.js';
import { parseJsonPath } from '../json-path.js';
import type { Finding } from '../problem.js';
import { mapRule, members } from './members.js';
import { headerName } from './texts.js';

const value = z.union([z.string(), z.number(), z.boolean()], {
  error: 'text, in which * stands for anything',
});
const values = z.record(z.string().min(1), value);

const body = z.unknown().check(mapRule(judgeBody));

/** What a request must have for a step to take it. */
export const where = members({
  path: values.optional().describe('Path parameters of the operation, named as in the API documents.'),
  query: values.optional().describe('Query parameters by decoded name, e.g. `page[number]`.'),
  header: z.record(headerName, value).optional().describe('Headers, names in any case.'),
  body: body
    .optional()
    .describe('A JSON body: the whole of it, or members by path: `{ "$.comment": "ok" }`.'),
}).describe('What a request must have besides. In texts `*` stands for anything.');

export type WhereFile = z.output<typeof where>;

/** Whether a body is told by its members: a map whose keys all begin with `$`. */
export function isByMembers(written: unknown): written is Record<string, unknown> {
  const keys = isJsonObject(written) ? Object.keys(written) : [];
  return keys.length > 0 && keys.every((key) => key.startsWith('$'));
}

function judgeBody(written: object): Finding[] {
  const keys = Object.keys(written);
  if (!keys.some((key) => key.startsWith('$.'))) return [];
  return keys
    .filter((key) => parseJsonPath(key) === undefined)
    .map((key) => ({
      path: [key],
      at: 'key',
      found: JSON.stringify(key),
      expected: 'the path of a member, such as $.comment or $.data[0].id',
    }));
}
