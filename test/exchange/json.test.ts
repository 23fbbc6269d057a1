import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepestJson, parseJson, sortedJson } from '../../src/exchange/json.js';

const nested = (levels: number): string => '['.repeat(levels) + '"["' + ']'.repeat(levels);

test('JSON is read down to a depth that can be walked through, and no deeper', () => {
  expect(parseJson(nested(deepestJson))).toBeDefined();
  expect(parseJson(nested(deepestJson + 1))).toBeUndefined();
  expect(parseJson('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))).toBeUndefined();
  expect(sortedJson(parseJson(nested(deepestJson)) ?? null)).toBe(nested(deepestJson));
});

test('brackets in strings and side by side are not depth', () => {
  expect(parseJson(JSON.stringify('['.repeat(5000)))).toBe('['.repeat(5000));
  expect(parseJson(JSON.stringify('\\"['.repeat(5000)))).toBe('\\"['.repeat(5000));
  expect(parseJson(`[${'[],'.repeat(5000)}[]]`)).toHaveLength(5001);
});

test('equal values have equal texts whatever the order of their members', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());

      expect(sortedJson(turned as never)).toBe(sortedJson(value as never));
      expect(JSON.parse(sortedJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
