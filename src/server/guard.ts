import { isIP } from 'node:net';

/** Says why a Host header is turned away, or undefined when it is ours. */
export type HostGuard = (host: string | undefined) => string | undefined;

/**
 * Turns away requests whose Host is not ours: a web page that rebinds its own name to this address sends its name
 * there. Ours are localhost and its subdomains, any address (an address cannot be rebound), and the names given.
 */
export function hostGuard(names: readonly string[]): HostGuard {
  const ours = new Set(names.map((name) => name.toLowerCase()));
  const allowed = new Set<string>();
  return (host) => {
    if (host !== undefined && allowed.has(host)) return undefined;
    const name = hostname(host ?? '');
    if (name === 'localhost' || name.endsWith('.localhost') || isAddress(name) || ours.has(name)) {
      if (allowed.size < 1000) allowed.add(host ?? '');
      return undefined;
    }
    const found = host === undefined ? 'missing' : JSON.stringify(host.slice(0, 100));
    return `the Host header is ${found}, which is not this server's: use 127.0.0.1 or localhost, or allow the name with --allow-host`;
  };
}

/** Says why an Origin header is turned away, or undefined: only this server's own pages may send one. */
export function refuseOrigin(origin: string | undefined, ownOrigin: string): string | undefined {
  if (origin === undefined || origin === ownOrigin) return undefined;
  return `the Origin header is ${JSON.stringify(origin.slice(0, 100))}: pages of other origins may not use the control API`;
}

/** What keeps browsers from doing anything with an answer but showing it, and other sites from having it at all. */
export const closedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function hostname(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isAddress(name: string): boolean {
  return isIP(name) !== 0 || (name.startsWith('[') && isIP(name.slice(1, -1)) === 6);
}
