import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Reach } from '../session/upstream.js';

/** Finds the addresses of a host name. The system's own unless a test or a stand-in gives another. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** All addresses of a host name by the system's resolver. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** A host must not be contacted: its address is forbidden, or nearer than the one who named it. */
export class ForbiddenAddress extends Error {
  readonly code = 'RESTAGE_FORBIDDEN_ADDRESS';
}

const order: readonly Reach[] = ['public', 'private', 'loopback'];

/** Link-local addresses, and those where clouds keep their machines' credentials; NAT64 leads to the former too. */
const forbidden = blockList(
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['100.100.100.200', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['64:ff9b::a9fe:0', 112],
);
const loopback = blockList(['127.0.0.0', 8], ['0.0.0.0', 8], ['::1', 128], ['::', 128]);
const nearby = blockList(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fec0::', 10],
);

/** How far away an IP address is; undefined when nothing of ours may ever talk to it. */
export function reachOfAddress(address: string): Reach | undefined {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  if (forbidden.check(bare, family)) return undefined;
  if (loopback.check(bare, family)) return 'loopback';
  return nearby.check(bare, family) ? 'private' : 'public';
}

/** The addresses of a host that lie within a limit. Throws {@link ForbiddenAddress} when there are none. */
export async function addressesWithin(
  hostname: string,
  limit: Reach,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const addresses = await addressesOf(hostname, resolve);
  const allowed = addresses.filter(({ address }) => isWithin(reachOfAddress(address), limit));
  if (allowed.length > 0) return allowed;
  const first = addresses[0]?.address ?? hostname;
  throw new ForbiddenAddress(
    reachOfAddress(first) === undefined
      ? `${first} is a link-local or metadata address, which is never contacted`
      : `${first} is nearer than the upstream that named it, so it is not contacted`,
  );
}

/** How far away a host is: the farthest of its addresses counts. Undefined when it cannot be found or is forbidden. */
export async function reachOfHost(hostname: string, resolve: Resolve): Promise<Reach | undefined> {
  const addresses = await addressesOf(hostname, resolve).catch(() => []);
  const reaches = addresses.map(({ address }) => reachOfAddress(address));
  return order.find((reach) => reaches.includes(reach));
}

/** A `lookup` for sockets that only knows addresses within a limit, so that what was checked is what is contacted. */
export function lookupWithin(limit: Reach, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    addressesWithin(hostname, limit, resolve).then(
      (addresses) => {
        const first = addresses[0];
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  return family === 0 ? resolve(bare) : [{ address: bare, family }];
}

function isWithin(reach: Reach | undefined, limit: Reach): boolean {
  return reach !== undefined && order.indexOf(reach) <= order.indexOf(limit);
}

function blockList(...subnets: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) {
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
