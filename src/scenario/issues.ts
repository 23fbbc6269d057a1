import type { z } from 'zod';
import { isJsonObject } from '../exchange/json.js';
import { oneOf } from './nearest.js';
import { type Path } from '../exchange/problem.js';
import { describeValue, type Finding } from './problem.js';

type Issue = z.core.$ZodIssue;

/** Checks data against a schema; what is wrong comes back as findings, all at once. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): { readonly value: z.output<Schema> } | { readonly findings: Finding[] } {
  const result = schema.safeParse(data, { error: (issue) => expectedBy(issue as Issue) });
  if (result.success) return { value: result.data };
  return { findings: eachOnce(result.error.issues.flatMap((issue) => findingsOf(issue, data, []))) };
}

/** A text that two rules of its schema find wrong is told once. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'null',
};

/** What an issue expected, where the schema itself does not say so: its message is always to be read after "expected". */
function expectedBy(issue: Issue): string | undefined {
  return issue.code === 'invalid_type' ? (kinds[issue.expected] ?? issue.expected) : undefined;
}

function findingsOf(issue: Issue, top: unknown, before: Path): Finding[] {
  const path: Path = [
    ...before,
    ...issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
  ];
  const value = valueAt(top, path);
  const found = describeValue(value);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        at: 'key',
        found: `the unknown key ${JSON.stringify(key)}`,
        expected: oneOf(issue.message.split(' '), key),
      }));
    case 'invalid_value':
      return [{ path, at: 'value', found, expected: expectedValue(issue, value) }];
    case 'invalid_key':
      return [
        {
          path,
          at: 'key',
          found: describeValue(path.at(-1)),
          expected: issue.issues[0]?.message ?? 'another key',
        },
      ];
    case 'invalid_union': {
      const branch = meantBranch(issue.errors, value);
      if (branch) return branch.flatMap((inner) => findingsOf(inner, top, path));
      return [{ path, at: 'value', found, expected: issue.message }];
    }
    case 'custom': {
      const { found: said = found, at = 'value' } = (issue.params ?? {}) as Partial<Finding>;
      return [{ path, at, found: said, expected: issue.message }];
    }
    case 'invalid_type':
    case 'invalid_format':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
      return [{ path, at: 'value', found, expected: issue.message }];
  }
}

function expectedValue(issue: Extract<Issue, { code: 'invalid_value' }>, value: unknown): string {
  const names = issue.values.map(String);
  if (names.length === 1) return names[0]!;
  return oneOf(names, typeof value === 'string' ? value : '');
}

/** Of the branches of a union the one that is for this kind of value at all, if there is exactly one. */
function meantBranch(branches: readonly (readonly Issue[])[], value: unknown): readonly Issue[] | undefined {
  const fitting = branches.filter((issues) => !issues.some((issue) => isOfOtherKind(issue, value)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function isOfOtherKind(issue: Issue, value: unknown): boolean {
  if (issue.path.length > 0) return false;
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value !== 'string');
}

function valueAt(top: unknown, path: Path): unknown {
  let value = top;
  for (const part of path) {
    if (Array.isArray(value) && typeof part === 'number') value = value[part];
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}
