import { expect, test } from 'vitest';
import { rememberLast } from '../../src/exchange/remember-last.js';

test('the same text in a row is worked out once, and another one anew', () => {
  const worked: string[] = [];
  const twice = rememberLast((text) => {
    worked.push(text);
    return text + text;
  });

  const results = ['a', 'a', '', '', 'a'].map(twice);

  expect(results).toEqual(['aa', 'aa', '', '', 'aa']);
  expect(worked).toEqual(['a', '', 'a']);
});
