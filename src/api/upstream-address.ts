/** One beginning of our paths and where it lies on an upstream. */
export interface Mount {
  /** Beginning of our path without a trailing slash, `''` for all of them. */
  readonly ours: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Beginning of the path there without a trailing slash. */
  readonly path: string;
}

/** Where our paths lie on an upstream. */
export interface UpstreamAddress {
  /** The origin the user named. */
  readonly origin: string;
  /** Most specific first; the last one takes every path. */
  readonly mounts: readonly Mount[];
}

/** A place on an upstream. */
export interface Place {
  readonly origin: string;
  /** Path with query, as it is to be sent. */
  readonly path: string;
}

/** An address, or why the text is none. */
export type AddressResult = { readonly address: UpstreamAddress } | { readonly problem: string };

/**
 * Reads the URL of a platform: its origin, or its API root, which ends in `/api/v2` and may lie below a prefix. Every
 * path of ours, `/api/v2/…` and others, then lies below that prefix.
 */
export function platformAddress(text: string): AddressResult {
  const url = readUrl(text);
  if (typeof url === 'string') return { problem: url };
  const path = trimSlash(url.pathname);
  if (path !== '' && !path.endsWith('/api/v2')) {
    return { problem: `"${text}" is neither an origin nor an API root ending in /api/v2` };
  }
  const prefix = path.slice(0, Math.max(0, path.length - '/api/v2'.length));
  return { address: { origin: url.origin, mounts: [{ ours: '', origin: url.origin, path: prefix }] } };
}

/**
 * The address of a registry, from its origin and its modules base: the URL that its discovery document declares as
 * `modules.v1` (registry API §1). The base of the download metrics is its sibling `…/v2/modules/` where it ends in
 * `/v1/modules/`, else `/v2/modules/` of the registry's origin (assumed; registry API §1 shows only the public registry's).
 */
export function registryAddress(registry: URL, modules: URL): UpstreamAddress {
  const v1 = trimSlash(modules.pathname);
  const v2 = v1.endsWith('/v1/modules')
    ? { origin: modules.origin, path: v1.replace(/v1\/modules$/, 'v2/modules') }
    : { origin: registry.origin, path: '/v2/modules' };
  return {
    origin: registry.origin,
    mounts: [
      { ours: '/v1/modules', origin: modules.origin, path: v1 },
      { ours: '/v2/modules', ...v2 },
      { ours: '', origin: registry.origin, path: '' },
    ],
  };
}

/** Where a path of ours, with its query, lies on the upstream. It must begin with a slash. */
export function placeOf(address: UpstreamAddress, path: string): Place {
  for (const mount of address.mounts) {
    const rest = restAfter(path, mount.ours);
    if (rest !== undefined) {
      const there = mount.path + rest;
      return { origin: mount.origin, path: there.startsWith('/') ? there : `/${there}` };
    }
  }
  throw new RangeError(`no mount takes the path ${path}`);
}

/** Our path, with query and fragment, for an absolute URL of the upstream; undefined when it lies elsewhere. */
export function ourPath(address: UpstreamAddress, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, search, hash } = new URL(url);
  for (const mount of address.mounts) {
    if (mount.origin !== origin) continue;
    const rest = restAfter(pathname, mount.path);
    if (rest !== undefined) return (mount.ours + rest || '/') + search + hash;
  }
  return undefined;
}

/** Reads the URL of an upstream; a sentence when it cannot be one. Never shows a password in it. */
export function readUrl(text: string): URL | string {
  if (!URL.canParse(text)) return `"${text}" is not a URL; write it like https://host.example`;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return `the URL of ${url.host} holds a user name or password; leave it out, credentials come with the client's requests`;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `"${text}" is neither https nor http`;
  }
  if (url.search !== '' || url.hash !== '') return `"${text}" has a query or a fragment; leave it out`;
  return url;
}

function restAfter(path: string, beginning: string): string | undefined {
  if (!path.startsWith(beginning)) return undefined;
  const next = path[beginning.length];
  return beginning === '' || next === undefined || next === '/' || next === '?'
    ? path.slice(beginning.length)
    : undefined;
}

function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
