import fc from 'fast-check';
import { expect, test } from 'vitest';
import { garble } from '../../../src/server/faults/garble.js';
import { faulty } from './faulty.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('whatever JSON is garbled is none any more, and as long as before', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const body = new TextEncoder().encode(json);

      const garbled = garble(body);

      expect(garbled.length).toBe(body.length);
      expect(() => JSON.parse(text(garbled)) as unknown).toThrow(SyntaxError);
      expect(garble(body)).toEqual(garbled);
    }),
  );
});

test('a garbled answer says that it is JSON, and its length is right', async () => {
  const { get } = await faulty({ garble: true });

  const first = await get();
  const second = await get();

  expect(first.text).toContain('content-type: application/vnd.api+json');
  expect([first.status, first.body.length, first.end]).toEqual([200, first.promised, 'open']);
  expect(() => JSON.parse(first.body.toString()) as unknown).toThrow(SyntaxError);
  expect(second.body).toEqual(first.body);
});

test('garble and truncate together: spoilt and not all of it', async () => {
  const { promised, body, end } = await (await faulty({ garble: true, truncate: 600 })).get();

  expect([body.length, end]).toEqual([600, 'closed']);
  expect(promised).toBeGreaterThan(600);
});

test('an empty body has nothing to spoil', () => {
  expect(garble(new Uint8Array())).toEqual(new Uint8Array());
});
