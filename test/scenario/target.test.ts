import { expect, test } from 'vitest';
import { canMatchInside, parseTarget } from '../../src/scenario/target.js';

const inside = (on: string): boolean => {
  const parsed = parseTarget(on);
  if (!('target' in parsed)) throw new Error(parsed.expected);
  return canMatchInside(parsed.target);
};

test('an operation is a target', () => {
  expect(parseTarget('registry.modules.versions')).toEqual({
    target: { kind: 'operation', name: 'registry.modules.versions' },
  });
});

test('a method and a path are a target, segment by segment', () => {
  expect(parseTarget('GET /v1/modules/*/net*/')).toEqual({
    target: {
      kind: 'path',
      method: 'GET',
      segments: [['v1'], ['modules'], ['', ''], ['net', '']],
      rest: false,
    },
  });
});

test('two stars at the end stand for all that follows', () => {
  expect(parseTarget('GET /api/**')).toEqual({
    target: { kind: 'path', method: 'GET', segments: [['api']], rest: true },
  });
});

test.each([
  ['platform.task-stage.show', /^platform\.task-stages\.show, another operation, or a method and a path/],
  ['nonsense', /^one of .*, or a method and a path/],
  ['FETCH /api/v2/ping', /^a method \(.*\) before the path$/],
  ['GET api/v2/ping', /^a path that begins with "\/"/],
  ['GET /api/v2/ping?x=1', /without spaces and query/],
  ['GET /api/**/ping', /^"\*\*" only as the last segment$/],
])('%s is no target, and what was expected is said', (on, expected) => {
  expect(parseTarget(on)).toEqual({ expected: expect.stringMatching(expected) as string });
});

test.each([
  ['GET /api/v2/ping', true],
  ['GET /api', true],
  ['GET /api/v2/anything/at/all', true],
  ['GET /*/modules', true],
  ['GET /**', true],
  ['GET /.well-known/terraform.json', true],
  ['GET /v2/modules/a/b/c/downloads/summary', true],
  ['GET /', false],
  ['GET /v1', false],
  ['GET /v1/providers/x', false],
  ['GET /.well-known/terraform.json/x', false],
  ['GET /apis/x', false],
])('%s can be meant inside the two APIs: %s', (on, expected) => {
  expect(inside(on)).toBe(expected);
});
