import { expect, test } from 'vitest';
import fc from 'fast-check';
import { drip } from '../../../src/server/faults/drip.js';
import { faulty } from './faulty.js';

test('the pieces are the body, in the time that the rate says', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.integer({ min: 1, max: 100_000 }), (body, rate) => {
      const pieces = [...drip(body, rate)];

      const took = pieces.reduce((sum, { wait }) => sum + wait, 0);
      const sent = pieces.slice(0, -1).reduce((sum, { bytes }) => sum + bytes.length, 0);
      expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(Buffer.from(body))).toBe(true);
      expect(took).toBeGreaterThanOrEqual((sent * 1000) / (rate + 10) - 1);
      expect(took).toBeLessThanOrEqual((sent * 1000) / Math.max(rate - 10, 0.5) + 50);
    }),
  );
});

test('without a rate all of it comes at once', () => {
  expect([...drip(new Uint8Array(3), undefined)]).toEqual([{ wait: 0, bytes: new Uint8Array(3) }]);
});

test('a body drips over a socket in pieces, whole in the end', async () => {
  const { server, get } = await faulty({ drip: '5KB/s' });

  const { pieces, body, promised, end } = await get();

  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces.slice(1))).toBeLessThanOrEqual(500);
  expect([body.length, end]).toEqual([promised, 'open']);
  const ms = (await server.get('/__restage/sessions/main/journal')).at('entries.0.ms') as number;
  expect(ms).toBeGreaterThanOrEqual(Math.floor((promised - 1) / 250) * 50 - 5);
});

test('drip and truncate together: slowly, and not all of it', async () => {
  const { body, end, pieces } = await (await faulty({ drip: '5KB/s', truncate: 600 })).get();

  expect([body.length, end]).toEqual([600, 'closed']);
  expect(pieces.length).toBeGreaterThan(2);
});

test('a client that leaves ends the dripping', async () => {
  const { server, begin } = await faulty({ drip: '100B/s' });
  const { socket } = begin();
  await new Promise((resolve) => socket.once('data', resolve));

  socket.destroy();

  await server.close();
  expect(socket.destroyed).toBe(true);
});
