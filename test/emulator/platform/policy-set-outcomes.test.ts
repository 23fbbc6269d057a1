import { expect, test } from 'vitest';
import { keyOf } from '../../../src/emulator/world.js';
import { Backend } from './backend.js';
import { aPolicy, aRun, aSet, aStage, aStory, anOutcome, storyWithSets } from './stories.js';

const url = '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes';

/** Four sets; the last has a mandatory pass and an advisory failure, which no one group may mix up. */
const sets = [
  aSet({ id: 'psout-fails', outcomes: [anOutcome({ status: 'failed', level: 'mandatory' }), anOutcome()] }),
  aSet({
    id: 'psout-errs',
    outcomes: [anOutcome({ status: 'errored', level: 'mandatory' })],
    error: 'no such file',
  }),
  aSet({ id: 'psout-passes', outcomes: [anOutcome()] }),
  aSet({
    id: 'psout-mixes',
    outcomes: [anOutcome({ level: 'mandatory' }), anOutcome({ status: 'failed', level: 'advisory' })],
  }),
];
const backend = new Backend(
  aStory({ runs: [aRun({ stages: [aStage({ policies: [aPolicy({ sets })] })] })] }),
);
const idsOf = (query: string): string[] => backend.get(`${url}?${query}`).list.map(({ id }) => id);

test('an outcome set is shown as documented: underscores inside outcomes, no level on what errored', () => {
  const { status, data } = backend.get('/api/v2/policy-set-outcomes/psout-errs');

  expect(status).toBe(200);
  expect(data).toEqual({
    id: 'psout-errs',
    type: 'policy-set-outcomes',
    attributes: {
      outcomes: [{ query: 'data.tags.ok', status: 'errored', policy_name: 'tags', description: '' }],
      error: 'no such file',
      overridable: true,
      'policy-set-name': 'guardrails',
      'policy-set-description': null,
      'result-count': { 'advisory-failed': 0, errored: 1, 'mandatory-failed': 0, passed: 0 },
      'policy-tool-version': '0.44.0',
    },
    relationships: { 'policy-evaluation': { data: { id: 'poleval-1', type: 'policy-evaluations' } } },
    links: { self: '/api/v2/policy-set-outcomes/psout-errs' },
  });
});

test('an outcome that did not error has its level', () => {
  expect(backend.get('/api/v2/policy-set-outcomes/psout-passes').data.attributes['outcomes']).toEqual([
    {
      enforcement_level: 'advisory',
      query: 'data.tags.ok',
      status: 'passed',
      policy_name: 'tags',
      description: '',
    },
  ]);
});

test('without a filter all sets are listed', () => {
  const { status, list, meta, links } = backend.get(url);

  expect(status).toBe(200);
  expect(list.map(({ id }) => id)).toEqual(['psout-fails', 'psout-errs', 'psout-passes', 'psout-mixes']);
  expect(meta?.pagination['total-count']).toBe(4);
  expect(links?.['next']).toBeNull();
});

test.each([
  ['filter[0][status]=failed', ['psout-fails', 'psout-mixes']],
  ['filter%5B0%5D%5Bstatus%5D=errored', ['psout-errs']],
  ['filter[0][status]=failed&filter[0][enforcementLevel]=mandatory', ['psout-fails']],
  ['filter[0][status]=failed&filter[0][enforcement_level]=advisory', ['psout-mixes']],
  ['filter[0][status]=passed&filter[0][enforcement-level]=mandatory', ['psout-mixes']],
  ['filter[0][status]=passed', ['psout-fails', 'psout-passes', 'psout-mixes']],
  [
    'filter[x][status]=failed&filter[x][enforcementLevel]=mandatory&filter[y][status]=errored',
    ['psout-fails', 'psout-errs'],
  ],
  ['filter[0][status]=passed&filter[0][status]=errored', ['psout-errs']],
  ['filter[][status]=errored', ['psout-errs']],
  ['filter[__proto__][status]=errored', ['psout-errs']],
])('groups are or-ed and within one all must hold for the same outcome: %s', (query, ids) => {
  expect(idsOf(query)).toEqual(ids);
});

test('a filter chooses sets and never trims the outcomes inside', () => {
  const { list } = backend.get(`${url}?filter[0][status]=failed&filter[0][enforcementLevel]=mandatory`);

  expect(list[0]?.attributes['outcomes']).toHaveLength(2);
});

test.each([
  ['filter[0][status]=broken', 'filter[0][status]', 'passed, failed, errored'],
  ['filter[0][status]=', 'filter[0][status]', 'passed, failed, errored'],
  ['filter[0][status]=passed,failed', 'filter[0][status]', 'passed, failed, errored'],
  [
    'filter[0][status]=failed&filter[0][enforcement_level]=soft',
    'filter[0][enforcement_level]',
    'advisory, mandatory',
  ],
  [
    'filter[0][status]=errored&filter[0][enforcementLevel]=mandatory',
    'filter[0][enforcementLevel]',
    'only together',
  ],
  ['filter[0][enforcementLevel]=mandatory', 'filter[0][enforcementLevel]', 'only together'],
  ['filter[0][severity]=high', 'filter[0][severity]', 'known are'],
  ['filter[status]=failed', 'filter[status]', 'known are'],
  ['filter=failed', 'filter', 'known are'],
])('a filter that is none is a bad request: %s', (query, parameter, detail) => {
  const { status, errors } = backend.get(`${url}?${query}`);

  expect(status).toBe(400);
  expect(errors[0]).toMatchObject({ status: '400', title: 'bad request', source: { parameter } });
  expect(errors[0]?.detail).toContain(detail);
});

test('a filtered list is paged by what fits, and its links keep the filter', () => {
  const many = new Backend(
    storyWithSets(60, (at) => [anOutcome({ status: at % 2 === 0 ? 'passed' : 'failed' })]),
  );

  const { list, meta, links } = many.get(`${url}?filter[0][status]=failed&page[number]=2`);

  expect(list.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `psout-${42 + 2 * n}`));
  expect(meta?.pagination).toEqual({
    'current-page': 2,
    'page-size': 20,
    'prev-page': 1,
    'next-page': null,
    'total-pages': 2,
    'total-count': 30,
  });
  expect(links?.['first']).toBe(
    `${url}?filter%5B0%5D%5Bstatus%5D=failed&page%5Bnumber%5D=1&page%5Bsize%5D=20`,
  );
});

test('a filter sees what has changed since it last looked', () => {
  const changing = new Backend(storyWithSets(3, () => [anOutcome()]));
  const failing = (): string[] => changing.get(`${url}?filter[0][status]=failed`).list.map(({ id }) => id);
  const second = changing.world.get('policy-set-outcomes', 'psout-2')!;

  const before = failing();
  changing.world.put({ ...second, attributes: { outcomes: [{ status: 'failed' }] } });
  const changed = failing();
  changing.world.remove('policy-set-outcomes', 'psout-2');

  expect([before, changed, failing()]).toEqual([[], ['psout-2'], []]);
});

test('a set that is put in between two pages moves the others along', () => {
  const growing = new Backend(storyWithSets(2, () => [anOutcome()]));
  const first = growing.world.get('policy-set-outcomes', 'psout-1')!;

  growing.world.put({ ...first, id: 'psout-3' });

  expect(growing.get(`${url}?page[size]=2&page[number]=2`).list.map(keyOf)).toEqual([
    'policy-set-outcomes/psout-3',
  ]);
});

test.each([
  '/api/v2/policy-evaluations/poleval-none/policy-set-outcomes',
  '/api/v2/policy-set-outcomes/psout-none',
])('what is not there is not found: %s', (path) => {
  expect(backend.get(path).text).toBe('{"errors":[{"status":"404","title":"not found"}]}');
});
