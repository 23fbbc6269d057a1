import { expect, test } from 'vitest';
import { chooseSession } from '../../src/server/choose-session.js';

const named = (target: string, headers: Record<string, string> = {}, port?: string): string =>
  chooseSession(target, headers, port).session;

test.each<[what: string, expected: string, target: string, headers: Record<string, string>, port?: string]>([
  ['nothing', 'main', '/api/v2/ping', {}],
  ['the token', 't', '/api/v2/ping', { authorization: 'Bearer restage-t' }],
  ['the token with another in it', 't', '/api/v2/ping', { authorization: 'bearer restage-t:reader' }],
  ['the header over the token', 'h', '/a', { 'restage-session': 'h', authorization: 'Bearer restage-t' }],
  ['the prefix over the header', 'p', '/~p/a', { 'restage-session': 'h', authorization: 'Bearer restage-t' }],
  ['the port over all', 'own', '/~p/a', { 'restage-session': 'h', authorization: 'Bearer restage-t' }, 'own'],
])('a session is chosen by %s', (_, expected, target, headers, port) => {
  expect(named(target, headers, port)).toBe(expected);
});

test('the prefix is taken off the path, and what is left begins with a slash', () => {
  const choose = (target: string): unknown[] => {
    const { path, query, prefix } = chooseSession(target, {}, undefined);
    return [path, query, prefix];
  };

  expect(choose('/~b/api/v2/ping?a=%2F&b')).toEqual(['/api/v2/ping', 'a=%2F&b', '/~b']);
  expect(choose('/~b')).toEqual(['/', '', '/~b']);
  expect(choose('/api/~b?x=/~c/')).toEqual(['/api/~b', 'x=/~c/', '']);
});

test('a session’s own token sees everything, one with another in it is that one there, any other is itself', () => {
  const callerWith = (authorization?: string): unknown =>
    chooseSession('/', authorization === undefined ? {} : { authorization }, undefined).caller;

  expect(callerWith('Bearer restage-b')).toEqual({ token: 'restage-b', everything: true });
  expect(callerWith('Bearer restage-b:reader')).toEqual({ token: 'reader', everything: false });
  expect(callerWith('Bearer restage-b:')).toEqual({ token: undefined, everything: false });
  expect(callerWith('Bearer reader')).toEqual({ token: 'reader', everything: false });
  expect(callerWith('Basic abc')).toEqual({ token: undefined, everything: false });
  expect(callerWith()).toEqual({ token: undefined, everything: false });
});

test('who was chosen without an address gets links that lead home all the same', () => {
  const home = (target: string, headers: Record<string, string>, port?: string): string =>
    chooseSession(target, headers, port).home;

  expect([
    home('/a', {}),
    home('/a', { 'restage-session': 'h' }),
    home('/~p/a', {}),
    home('/a', { 'restage-session': 'main' }),
    home('/a', {}, 'own'),
  ]).toEqual(['', '/~h', '/~p', '', '']);
});
