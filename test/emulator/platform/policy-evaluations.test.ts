import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { aPolicy, aRun, aSet, aStage, aStory, anOutcome } from './stories.js';

const sets = [
  aSet({ id: 'psout-1' }),
  aSet({
    id: 'psout-2',
    outcomes: [
      anOutcome({ status: 'failed', level: 'advisory' }),
      anOutcome({ status: 'errored', level: undefined }),
      anOutcome(),
    ],
  }),
];
const failed = aStory({
  runs: [aRun({ stages: [aStage({ starts: 'failed', policies: [aPolicy({ sets })] })] })],
});

test('the evaluations of a stage are listed as documented', () => {
  const { status, list, meta } = new Backend(failed).get('/api/v2/task-stages/ts-1/policy-evaluations');

  const at = '2026-03-02T09:00:00.000Z';
  expect(status).toBe(200);
  expect(meta?.pagination['total-count']).toBe(1);
  expect(list).toEqual([
    {
      id: 'poleval-1',
      type: 'policy-evaluations',
      attributes: {
        status: 'failed',
        'policy-kind': 'opa',
        'policy-tool-version': '0.44.0',
        'result-count': { 'advisory-failed': 1, errored: 1, 'mandatory-failed': 1, passed: 2 },
        'status-timestamps': { 'pending-at': at, 'queued-at': at, 'running-at': at, 'failed-at': at },
        'created-at': at,
        'updated-at': at,
      },
      relationships: {
        'policy-attachable': { data: { id: 'ts-1', type: 'task-stages' } },
        'policy-set-outcomes': {
          links: { related: '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes' },
        },
      },
      links: { self: '/api/v2/policy-evaluations/poleval-1' },
    },
  ]);
});

test('an evaluation shows the same alone as in the list', () => {
  const backend = new Backend(failed);

  const { data } = backend.get('/api/v2/policy-evaluations/poleval-1');

  expect(data).toEqual(backend.get('/api/v2/task-stages/ts-1/policy-evaluations').list[0]);
});

test('an evaluation counts nothing before it has ended, but has the counts', () => {
  const { data } = new Backend(aStory()).get('/api/v2/policy-evaluations/poleval-1');

  expect(data.attributes['result-count']).toEqual({
    'advisory-failed': 0,
    errored: 0,
    'mandatory-failed': 0,
    passed: 0,
  });
});

test('the evaluations of a stage are paged', () => {
  const policies = [1, 2, 3].map((n) => aPolicy({ id: `poleval-${n}`, sets: [] }));
  const backend = new Backend(aStory({ runs: [aRun({ stages: [aStage({ policies })] })] }));

  const { list, links } = backend.get(
    '/api/v2/task-stages/ts-1/policy-evaluations?page[number]=2&page[size]=2',
  );

  expect(list.map(({ id }) => id)).toEqual(['poleval-3']);
  expect(links?.['prev']).toBe(
    '/api/v2/task-stages/ts-1/policy-evaluations?page%5Bnumber%5D=1&page%5Bsize%5D=2',
  );
});

test.each(['/api/v2/task-stages/ts-none/policy-evaluations', '/api/v2/policy-evaluations/poleval-none'])(
  'what is not there is not found: %s',
  (url) => {
    expect(new Backend(failed).get(url).text).toBe('{"errors":[{"status":"404","title":"not found"}]}');
  },
);
