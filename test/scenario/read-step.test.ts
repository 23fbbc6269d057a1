import { expect, test } from 'vitest';
import { readOneStep } from '../../src/scenario/read-step.js';

test('a step is read alone, under the name it is given', () => {
  expect(readOneStep({ on: 'platform.ping', times: 1 }, 'added[0]', false)).toMatchObject({
    ok: true,
    value: { name: 'added[0]', turn: { kind: 'times', count: 1 } },
  });
});

test('its own name stands over the given one', () => {
  expect(readOneStep({ on: 'platform.ping', name: 'mine' }, 'added[0]', false)).toMatchObject({
    value: { name: 'mine' },
  });
});

test('all that is wrong with it is told', () => {
  expect(readOneStep({ on: 'platform.pong', nth: [0] }, 'added[0]', false)).toMatchObject({
    ok: false,
    findings: [{ path: ['on'] }, { path: ['nth', 0] }],
  });
});

test('a path outside both APIs is a finding unless it is forwarded', () => {
  expect(readOneStep({ on: 'GET /x' }, 'added[0]', false)).toMatchObject({
    ok: false,
    findings: [{ path: ['on'] }],
  });
  expect(readOneStep({ on: 'GET /x' }, 'added[0]', true)).toMatchObject({ ok: true });
});

test('what is no plain data is a finding', () => {
  expect(readOneStep(JSON.parse('{"on":"platform.ping","__proto__":1}'), 'added[0]', false)).toMatchObject({
    ok: false,
    findings: [{ path: ['__proto__'] }],
  });
});
