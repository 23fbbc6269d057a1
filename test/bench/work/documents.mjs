const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * The id of the n-th thing of a kind, in the form of the platform's ids.
 * @param {string} kind
 * @param {number} n
 */
export function idOf(kind, n) {
  let rest = n * 7919 + 104729;
  let id = '';
  for (let at = 0; at < 16; at++) {
    id += alphabet[rest % alphabet.length] ?? '';
    rest = Math.floor(rest / 7) + 15485863 + at;
  }
  return `${kind}-${id.slice(0, 8)}${String(n).padStart(8, '0')}`;
}

/** @param {number} n */
export function stagePath(n) {
  return `/api/v2/task-stages/${idOf('ts', n)}`;
}

/**
 * A task stage as a JSON:API document of exactly so many bytes.
 * @param {number} n
 * @param {number} [size]
 * @param {string} [mark] something to tell one answer from another
 */
export function stageDocument(n, size = 2048, mark = '') {
  const document = {
    data: {
      id: idOf('ts', n),
      type: 'task-stages',
      attributes: {
        stage: 'post_plan',
        status: 'awaiting_override',
        'status-timestamps': {
          'running-at': '2026-03-02T09:00:02+00:00',
          'awaiting-override-at': '2026-03-02T09:00:09+00:00',
        },
        'created-at': '2026-03-02T09:00:00.000Z',
        'updated-at': '2026-03-02T09:00:09.000Z',
        permissions: { 'can-override-policy': true, 'can-override-tasks': false, 'can-override': true },
        actions: { 'is-overridable': true },
        note: mark,
      },
      relationships: {
        run: { data: { id: idOf('run', n), type: 'runs' } },
        'task-results': {
          data: [1, 2, 3, 4].map((at) => ({ id: idOf('taskrs', n * 4 + at), type: 'task-results' })),
        },
        'policy-evaluations': { data: [{ id: idOf('poleval', n), type: 'policy-evaluations' }] },
      },
      links: { self: stagePath(n) },
    },
  };
  const short = size - JSON.stringify(document).length;
  document.data.attributes.note += ' a note to the reader of this stage.'
    .repeat(size)
    .slice(0, Math.max(0, short));
  return JSON.stringify(document);
}

/** The content type of the platform's documents. */
export const jsonApi = 'application/vnd.api+json';
