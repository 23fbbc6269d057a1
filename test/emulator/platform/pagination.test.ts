import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { anOutcome, storyWithSets } from './stories.js';

const url = '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes';
const backend = new Backend(storyWithSets(250, () => [anOutcome()]));
const empty = new Backend(storyWithSets(0, () => []));

test('a page in the middle has all five links and both neighbours', () => {
  const { list, links, meta } = backend.get(`${url}?page[number]=2`);

  const at = (page: number): string => `${url}?page%5Bnumber%5D=${page}&page%5Bsize%5D=20`;
  expect([list.length, list[0]?.id]).toEqual([20, 'psout-21']);
  expect(links).toEqual({ self: at(2), first: at(1), prev: at(1), next: at(3), last: at(13) });
  expect(meta).toEqual({
    pagination: {
      'current-page': 2,
      'page-size': 20,
      'prev-page': 1,
      'next-page': 3,
      'total-pages': 13,
      'total-count': 250,
    },
  });
});

test('following next comes by every item once and ends', () => {
  const ids: string[] = [];
  for (let next: string | null | undefined = `${url}?page[size]=100`; next;) {
    const { list, links } = backend.get(next);
    ids.push(...list.map(({ id }) => id));
    next = links?.['next'];
  }

  expect(ids).toEqual(Array.from({ length: 250 }, (_, n) => `psout-${n + 1}`));
});

test('a page past the end is empty, keeps the total and has no neighbours', () => {
  for (const number of ['14', '1000000000', '9'.repeat(400)]) {
    const { status, list, links, meta } = backend.get(`${url}?page[number]=${number}`);

    expect([status, list, links?.['prev'], links?.['next']]).toEqual([200, [], null, null]);
    expect(meta?.pagination).toMatchObject({
      'current-page': Math.min(Number(number), Number.MAX_SAFE_INTEGER),
      'total-count': 250,
    });
  }
});

test('a size above 100 is taken as 100 and reported so', () => {
  for (const size of ['101', '1000000', '9'.repeat(40)]) {
    const { list, meta, links } = backend.get(`${url}?page[size]=${size}`);

    expect([list.length, meta?.pagination['page-size']]).toEqual([100, 100]);
    expect(links?.['next']).toBe(`${url}?page%5Bnumber%5D=2&page%5Bsize%5D=100`);
  }
});

test.each(['0', '-1', 'abc', '1e9', '1.5', '+2', '', ' 1', '0x10', '00'])(
  'a page number or size of "%s" is a bad request',
  (value) => {
    for (const parameter of ['page[number]', 'page[size]']) {
      const { status, errors } = backend.get(
        `${url}?${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`,
      );

      expect(status).toBe(400);
      expect(errors[0]).toMatchObject({ status: '400', title: 'bad request', source: { parameter } });
    }
  },
);

test('an empty list has one page', () => {
  const { list, meta, links } = empty.get(url);

  expect(list).toEqual([]);
  expect(meta?.pagination).toEqual({
    'current-page': 1,
    'page-size': 20,
    'prev-page': null,
    'next-page': null,
    'total-pages': 1,
    'total-count': 0,
  });
  expect([links?.['last'], links?.['next']]).toEqual([`${url}?page%5Bnumber%5D=1&page%5Bsize%5D=20`, null]);
});

test('links keep the other parameters and lead back into the session', () => {
  const { links, list } = backend.get(`${url}/?a=%C3%A9%20b&page[size]=5&c`, { prefix: '/~blue' });

  expect(links?.['next']).toBe(`/~blue${url}?a=%C3%A9%20b&c=&page%5Bnumber%5D=2&page%5Bsize%5D=5`);
  expect(list[0]?.links.self).toBe('/~blue/api/v2/policy-set-outcomes/psout-1');
});

test('of a parameter given twice the last counts', () => {
  expect(backend.get(`${url}?page[size]=abc&page[size]=3`).list).toHaveLength(3);
});
