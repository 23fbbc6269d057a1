import { expect, test } from 'vitest';
import { findRoute } from '../../src/api/route.js';
import { stepBook } from '../../src/scenario/step-book.js';
import { stepOf } from './step-of.js';

const ping = findRoute('GET', '/api/v2/ping');
const discovery = findRoute('GET', '/.well-known/terraform.json');

test('a request only meets the steps that could be for it, in their order', () => {
  const book = stepBook([
    stepOf({ on: 'platform.ping' }, 'a'),
    stepOf({ on: 'registry.discovery' }, 'b'),
    stepOf({ on: 'GET /api/v2/*' }, 'c'),
    stepOf({ on: 'platform.ping' }, 'd'),
  ]);
  const names = (route: typeof ping): string[] => book.for(route).steps.map(({ name }) => name);

  expect(names(ping)).toEqual(['a', 'c', 'd']);
  expect(names(discovery)).toEqual(['b', 'c']);
  expect(names(findRoute('GET', '/v1/modules'))).toEqual(['c']);
  expect(names(undefined)).toEqual(['c']);
});

test.each([
  ['a chance', { chance: 0.5 }],
  ['a range of delays', { fault: { delay: { from: '1ms', to: '2ms' } } }],
  ['a log-normal delay', { fault: { delay: { median: '1ms', sigma: 1 } } }],
])('%s makes the steps for an operation seeded, and no others', (_, part) => {
  const written = { on: 'platform.ping', ...part };
  const book = stepBook([stepOf(written), stepOf({ on: 'registry.discovery', fault: { delay: '1ms' } })]);

  expect(book.for(ping).seeded).toBe(true);
  expect(book.for(discovery).seeded).toBe(false);
});
