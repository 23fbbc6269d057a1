import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/schema/json-schema.js';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

test('the schema beside the shipped scenarios is the one that is printed (if not: vitest -u)', async () => {
  await expect(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../scenarios/scenario.schema.json'),
  );
});

test('every member has a description that an editor can show', () => {
  const silent: string[] = [];
  const walk = (schema: Schema, path: string): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (member.description === undefined) silent.push(`${path}.${name}`);
      walk(member, `${path}.${name}`);
    }
    if (schema.items) walk(schema.items, `${path}[]`);
    for (const one of schema.anyOf ?? []) walk(one, path);
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${path}.*`);
  };
  walk(scenarioJsonSchema(), '');
  expect(silent).toEqual([]);
});
