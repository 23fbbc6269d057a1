import { expect, test } from 'vitest';
import {
  addressesWithin,
  lookupWithin,
  reachOfAddress,
  reachOfHost,
  type Resolve,
} from '../../src/edges/reach.js';

const resolvesTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
])('%s is never to be talked to', (address) => {
  expect(reachOfAddress(address)).toBeUndefined();
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.8.9.10', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['2001:4860:4860::8888', 'public'],
])('%s is %s', (address, reach) => {
  expect(reachOfAddress(address)).toBe(reach);
});

test('of several addresses only those within the limit are used', async () => {
  const resolve = resolvesTo('127.0.0.1', '169.254.169.254', '8.8.8.8');

  expect(await addressesWithin('x.test', 'public', resolve)).toEqual([{ address: '8.8.8.8', family: 4 }]);
});

test.each([
  ['169.254.169.254', 'loopback', /169\.254\.169\.254 is a link-local or metadata address/],
  ['10.0.0.1', 'public', /10\.0\.0\.1 is nearer than the upstream/],
  ['127.0.0.1', 'private', /127\.0\.0\.1 is nearer/],
] as const)('a name that leads to %s is refused within %s', async (address, limit, why) => {
  await expect(addressesWithin('x.test', limit, resolvesTo(address))).rejects.toThrow(why);
});

test.each(['169.254.169.254', '[fe80::1]'])('the literal host %s is refused like a name', async (host) => {
  await expect(addressesWithin(host, 'loopback', resolvesTo('8.8.8.8'))).rejects.toThrow(/link-local/);
});

test('the lookup of a socket answers one address or all, as asked', async () => {
  const lookup = lookupWithin('public', resolvesTo('127.0.0.1', '8.8.8.8', '8.8.4.4'));
  const ask = (all: boolean): Promise<unknown[]> =>
    new Promise((resolve) => lookup('x.test', { all }, (...answer) => resolve(answer)));

  expect(await ask(false)).toEqual([null, '8.8.8.8', 4]);
  expect(await ask(true)).toEqual([
    null,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ],
  ]);
});

test('a host is as far away as the farthest of its addresses', async () => {
  expect(await reachOfHost('localhost', resolvesTo('::1', '127.0.0.1'))).toBe('loopback');
  expect(await reachOfHost('x.test', resolvesTo('127.0.0.1', '8.8.8.8'))).toBe('public');
  expect(await reachOfHost('x.test', () => Promise.reject(new Error('none')))).toBeUndefined();
});
