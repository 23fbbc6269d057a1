import { expect, test } from 'vitest';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  headerRecord,
  type RequestTreatment,
  upstreamAuthorization,
} from '../../src/exchange/forward-headers.js';

const treatment: RequestTreatment = {
  authorization: undefined,
  credentials: true,
  conditional: 'pass',
  body: false,
  codings: ['gzip', 'br'],
};

function sent(raw: string[], changes: Partial<RequestTreatment> = {}): Record<string, unknown> {
  return headerRecord(forwardRequestHeaders(raw, { ...treatment, ...changes }));
}

test('headers of one hop stay behind, those that Connection names included', () => {
  const raw = [
    'Connection',
    'close, X-Secret-Hop',
    'x-secret-hop',
    '1',
    'Keep-Alive',
    'timeout=5',
    'TE',
    'trailers',
  ];
  raw.push(
    'Trailer',
    'x',
    'Transfer-Encoding',
    'chunked',
    'Upgrade',
    'h2c',
    'Proxy-Authorization',
    'Basic eA==',
  );
  raw.push(
    'Proxy-Connection',
    'keep-alive',
    'Host',
    'localhost:4010',
    'Expect',
    '100-continue',
    'X-Kept',
    'yes',
  );

  expect(sent(raw)).toEqual({ 'x-kept': 'yes' });
});

test("restage's own headers stay behind, in any case", () => {
  expect(sent(['RESTAGE-session', 'blue', 'restage-anything', '1', 'accept', '*/*'])).toEqual({
    accept: '*/*',
  });
});

test('repeated headers stay repeated, in order, with their bytes', () => {
  const raw = ['X-Tag', 'a', 'accept', '*/*', 'x-tag', 'caf\xe9'];

  expect(forwardRequestHeaders(raw, treatment)).toEqual(raw);
});

test("the client's Authorization gives way to the one meant for the upstream", () => {
  const raw = ['Authorization', 'Bearer restage-blue:abc'];

  expect(sent(raw)).toEqual({});
  expect(sent(raw, { authorization: 'Bearer abc' })).toEqual({ authorization: 'Bearer abc' });
});

test('for another host cookies, keys and tokens stay behind', () => {
  const raw = ['Cookie', 'a=b', 'X-Api-Key', 'k', 'accept', '*/*'];

  expect(sent(raw, { credentials: false, authorization: 'Bearer abc' })).toEqual({ accept: '*/*' });
  expect(sent(raw)).toEqual({ cookie: 'a=b', 'x-api-key': 'k', accept: '*/*' });
});

test('conditions and ranges are passed on or dropped as asked', () => {
  const raw = [
    'If-None-Match',
    '"1"',
    'If-Modified-Since',
    'x',
    'Range',
    'bytes=0-1',
    'If-Range',
    '"1"',
    'If-Match',
    '*',
  ];

  expect(Object.keys(sent(raw))).toHaveLength(5);
  expect(sent(raw, { conditional: 'drop' })).toEqual({ 'if-match': '*' });
});

test('a length goes along with a body only', () => {
  expect(sent(['Content-Length', '3'])).toEqual({});
  expect(sent(['Content-Length', '3'], { body: true })).toEqual({ 'content-length': '3' });
});

test.each([
  ['gzip, deflate, br, zstd', 'gzip, br'],
  ['GZIP;q=0.5 , br ; q=1', 'gzip;q=0.5, br;q=1'],
  ['*', 'gzip, br'],
  ['gzip;q=0, *;q=0.3', 'gzip;q=0, br;q=0.3'],
  ['identity', 'identity'],
  ['compress', 'identity'],
])('of Accept-Encoding "%s" the upstream is offered "%s"', (asked, offered) => {
  expect(sent(['Accept-Encoding', asked])).toEqual({ 'accept-encoding': offered });
});

test('a client that accepts no coding offers none', () => {
  expect(sent(['accept', '*/*'])).toEqual({ accept: '*/*' });
});

test('answers lose the headers of their hop and nothing else', () => {
  const raw = ['Connection', 'keep-alive, X-Hop', 'X-Hop', '1', 'Keep-Alive', 'timeout=5', 'Trailer', 'x'];
  raw.push('Proxy-Authenticate', 'Basic', 'Transfer-Encoding', 'chunked');
  const kept = ['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'Content-Length', '3', 'Location', '/x'];

  expect(forwardResponseHeaders([...raw, ...kept])).toEqual(kept);
});

test.each([
  ['Bearer restage-blue:tok-1', 'Bearer tok-1'],
  ['bearer restage-blue', undefined],
  ['Bearer restage-blue:', undefined],
  ['Bearer tok-1', 'Bearer tok-1'],
  ['Basic cmVzdGFnZS1i', 'Basic cmVzdGFnZS1i'],
  [undefined, undefined],
])('Authorization "%s" goes upstream as "%s"', (client, upstream) => {
  expect(upstreamAuthorization(client)).toBe(upstream);
});

test('a header named like a member of every object is only a header', () => {
  expect(Object.entries(headerRecord(['__proto__', 'x', 'constructor', 'y']))).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
