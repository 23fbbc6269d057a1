import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../exchange/json.js';
import type { Finding } from '../problem.js';

/** A map with these members and no others. An unknown one is told the names it could have had. */
export function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(' ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? names : undefined),
  });
}

/** A rule of how the members of a map go together. */
export function mapRule(judge: (members: Readonly<JsonObject>) => readonly Finding[]) {
  return rule(isJsonObject, judge);
}

/** A rule of how the items of a list go together. */
export function listRule(judge: (items: readonly unknown[]) => readonly Finding[]) {
  return rule((value): value is readonly unknown[] => Array.isArray(value), judge);
}

/**
 * A rule is also asked when parts of the value have problems of their own, so that all are told at once; it takes
 * nothing for granted about them. Paths in its findings begin at the value.
 */
function rule<Value>(
  applies: (value: unknown) => value is Value,
  judge: (value: Value) => readonly Finding[],
) {
  return z.superRefine<unknown>(
    (value, context) => {
      for (const { path, at, found, expected } of judge(value as Value)) {
        context.addIssue({ code: 'custom', path: [...path], message: expected, params: { found, at } });
      }
    },
    { when: ({ value }) => applies(value) },
  );
}
