import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { admitsOnly, exposureWarning, isLoopback, makeToken } from '../../src/server/control-token.js';

test.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost', 'LOCALHOST', '::ffff:127.0.0.1'])(
  '%s is loopback',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '::',
  '192.168.1.1',
  '::ffff:10.0.0.1',
  'example.test',
  'localhost.example.test',
  '',
  '128.0.0.1',
])('%s may be reached from elsewhere', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test('only the very token is admitted', () => {
  const token = makeToken();
  const admits = admitsOnly(token);

  expect(admits(token)).toBe(true);
  for (const wrong of [undefined, '', token.slice(1), `${token} `, token.toUpperCase(), makeToken()]) {
    expect(admits(wrong), wrong).toBe(false);
  }
});

test('tokens are compared by digests of one length in constant time', () => {
  const source = readFileSync('src/server/control-token.ts', 'utf8');

  expect(source).toContain('timingSafeEqual(digest(bearer ??');
  expect(source).not.toMatch(/bearer === |=== expected|token === /);
});

test('the warning says that upstreams are in reach where requests are forwarded', () => {
  expect(exposureWarning('0.0.0.0', 'record', 't-1')).toContain('reach the upstreams');
  expect(exposureWarning('0.0.0.0', 'serve', 't-1')).not.toContain('reach the upstreams');
});

test('no two tokens are alike, and none is as short as to be guessed', () => {
  const tokens = Array.from({ length: 100 }, makeToken);

  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(24);
});
