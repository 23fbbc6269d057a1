import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine reaches what listens on an address. A name other than localhost may be anywhere. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(bare);
  return bare === 'localhost' || (family !== 0 && loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4'));
}

/** A bearer token that nobody can guess, made anew for each server. */
export function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Whether a bearer token is the one; how long that takes tells nothing about it. */
export function admitsOnly(token: string): (bearer: string | undefined) => boolean {
  const expected = digest(token);
  return (bearer) => timingSafeEqual(digest(bearer ?? ''), expected);
}

/** What a person must know who listens for more than this machine. */
export function exposureWarning(host: string, mode: string, token: string): string {
  const forwards = mode === 'record' || mode === 'passthrough';
  const more = forwards ? ', and reach the upstreams through it with tokens of their own' : '';
  return (
    `listening on ${host}: whoever can connect to it can read and change what the two APIs hold in every session${more}. ` +
    `The control API asks for the bearer token ${token}`
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
