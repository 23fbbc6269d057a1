import { expect, test } from 'vitest';
import { parseJsonPath } from '../../src/scenario/json-path.js';

test.each([
  ['$', []],
  ['$.comment', ['comment']],
  ['$.data[0].attributes.status-timestamps', ['data', 0, 'attributes', 'status-timestamps']],
  ['$["odd \\"name\\""].x', ['odd "name"', 'x']],
])('%s leads to %j', (text, path) => {
  expect(parseJsonPath(text)).toEqual(path);
});

test.each(['', 'comment', '$.', '$..a', '$[x]', '$[-1]', '$a', '$.a[', '$.__proto__.x', '$["__proto__"]'])(
  '"%s" is no path',
  (text) => {
    expect(parseJsonPath(text)).toBeUndefined();
  },
);
