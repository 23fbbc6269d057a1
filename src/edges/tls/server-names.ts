import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { domainToASCII } from 'node:url';
import { RestageError } from '../../exchange/restage-error.js';

/** What a server is called by. */
export interface Names {
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

/**
 * Sorts names and addresses, each once, and adds those by which a server on this machine is always called: localhost
 * and the loopback addresses, and, where it is bound to every address (`0.0.0.0`, `::`), each of the machine's.
 *
 * @throws {@link RestageError} `bad-option` for what is neither a host name nor an address
 */
export function serverNames(names: readonly string[]): Names {
  const hosts = new Set(['localhost']);
  const addresses = new Set(['127.0.0.1', '::1']);
  for (const name of names) {
    const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
    if (isIP(bare) === 0) hosts.add(hostName(name));
    else
      for (const address of isEvery(bare) ? [bare, ...ownAddresses()] : [bare])
        addresses.add(canonical(address));
  }
  return { hosts: [...hosts], addresses: [...addresses] };
}

/** The 4 or 16 bytes of an address without brackets and zone. */
export function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.'), Number);
  const [head = '', tail] = canonical(address).split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((hex) => parseInt(hex, 16));
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return Uint8Array.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function hostName(name: string): string {
  const ascii = domainToASCII(name).replace(/\.$/, '');
  if (/^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(ascii) && !ascii.includes('..')) return ascii;
  throw new RestageError(
    'bad-option',
    `no certificate can be made for ${JSON.stringify(name)}: it is neither a host name nor an address, such as stand.example.test or 127.0.0.1`,
  );
}

function isEvery(address: string): boolean {
  return canonical(address) === '::' || address === '0.0.0.0';
}

/** As URLs spell it: small letters, zeros left out, no dots in an IPv6 address. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address.replace(/%.*$/, '')),
  );
}
