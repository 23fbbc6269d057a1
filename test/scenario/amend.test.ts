import { expect, test } from 'vitest';
import type { WireResponse } from '../../src/exchange/response.js';
import { amend } from '../../src/scenario/amend.js';
import { stepOf } from './step-of.js';

const answer: WireResponse = {
  status: 200,
  headers: { 'content-type': 'application/json', 'x-kept': 'yes' },
  body: '{"data":{"id":"ts-1","attributes":{"status":"passed"}},"list":[1,2]}',
};

function amended(change: object, response = answer, prefix = ''): WireResponse {
  return amend(response, stepOf({ on: 'platform.ping', ...change }), prefix);
}

test('members of a JSON answer are replaced and added, and the rest stays', () => {
  const { body, status, headers } = amended({
    patch: { '$.data.attributes.status': 'running', '$.list[1]': null, '$.data.new': { a: 1 } },
  });

  expect(JSON.parse(body as string)).toEqual({
    data: { id: 'ts-1', attributes: { status: 'running' }, new: { a: 1 } },
    list: [1, null],
  });
  expect({ status, headers }).toEqual({ status: 200, headers: answer.headers });
});

test('a patch of the whole document replaces it', () => {
  expect(amended({ patch: { $: [] } }).body).toBe('[]');
});

test('a patch that leads nowhere changes nothing', () => {
  const { body } = amended({ patch: { '$.list[9]': 1, '$.data.id.more': 1, '$.none.more': 1 } });

  expect(JSON.parse(body as string)).toEqual(JSON.parse(answer.body as string));
});

test('headers are set over those of the answer', () => {
  const { headers } = amended({
    headers: { 'X-New': 1, 'content-type': 'text/plain', 'set-cookie': ['a', 'b'] },
  });

  expect(headers).toEqual({
    'content-type': 'text/plain',
    'x-kept': 'yes',
    'x-new': '1',
    'set-cookie': ['a', 'b'],
  });
});

test('a patched body does not keep the length of the one before', () => {
  const response = { ...answer, headers: { ...answer.headers, 'content-length': '68' } };

  expect(amended({ patch: { '$.list': [] } }, response).headers).not.toHaveProperty('content-length');
  expect(amended({ headers: { 'x-a': 'b' } }, response).headers).toHaveProperty('content-length', '68');
});

test('JSON in bytes is patched too, unless it is encoded', () => {
  const bytes = new TextEncoder().encode('{"a":1}');
  const encoded = { ...answer, headers: { 'content-encoding': 'gzip' }, body: bytes };

  expect(amended({ patch: { '$.a': 2 } }, { ...answer, body: bytes }).body).toBe('{"a":2}');
  expect(amended({ patch: { '$.a': 2 } }, encoded).body).toBe(bytes);
});

test.each([
  ['no JSON', '<html>'],
  ['a file', { file: '/x', bytes: 3 }],
  ['nothing', null],
])('a body that is %s stays as it is', (_, body) => {
  expect(amended({ patch: { '$.a': 2 } }, { ...answer, body }).body).toBe(body);
});

test('paths of the two APIs that a step writes get the prefix of the session', () => {
  const { body, headers } = amended(
    {
      patch: { '$.list': ['/api/v2/runs/r', '/v1/modules?offset=15', '/elsewhere', '/apiary'] },
      headers: { location: '/v2/modules/a/b/c/downloads/summary', link: ['/api/v2/ping', 'x'] },
    },
    answer,
    '/~blue',
  );

  expect(JSON.parse(body as string)).toMatchObject({
    list: ['/~blue/api/v2/runs/r', '/~blue/v1/modules?offset=15', '/elsewhere', '/apiary'],
  });
  expect(headers).toMatchObject({
    location: '/~blue/v2/modules/a/b/c/downloads/summary',
    link: ['/~blue/api/v2/ping', 'x'],
  });
});
