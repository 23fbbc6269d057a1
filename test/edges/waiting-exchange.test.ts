import { expect, test } from 'vitest';
import type { UpstreamAddress } from '../../src/api/upstream-address.js';
import { Packing, type Waiting } from '../../src/edges/waiting-exchange.js';

const address = { origin: 'https://example.com' } as unknown as UpstreamAddress;
const waiting = (body: Waiting['body']): Waiting => ({
  request: {
    method: 'POST',
    path: '/api/v2/x',
    query: 'a=1',
    headers: { host: '127.0.0.1', accept: undefined },
    body: Buffer.from([0, 255]),
    client: '127.0.0.1',
    base: { origin: 'http://127.0.0.1', prefix: '', home: '' },
  },
  key: 'POST /api/v2/x?a=1',
  head: { status: 200, headers: ['A', '1', 'A', '2'], url: 'https://example.com/api/v2/x', address },
  seen: { epoch: 3, after: undefined },
  body,
});

test('an exchange is the same after it was packed, and its upstream the very same', () => {
  const packing = new Packing();
  const before = waiting(Buffer.from('body'));

  const after = packing.unpack(packing.pack(before));

  expect(after).toEqual(before);
  expect(after.head.address).toBe(address);
});

test('an exchange whose body is still written out stays what it is', async () => {
  const packing = new Packing();
  const [first, second] = [1, 2].map((size) => waiting(Promise.resolve({ file: 'x', size })));

  const packed = [first!, second!].map((each) => packing.pack(each));

  expect(packed.map((each) => packing.unpack(each))).toEqual([first, second]);
  expect(packing.unpack(packing.pack(first!))).toBe(first);
});
