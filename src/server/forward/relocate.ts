import { ourPath } from '../../api/upstream-address.js';
import type { WireRequest } from '../../exchange/request.js';
import { isArchiveHeader } from '../../fixtures/links.js';
import type { Upstreams } from '../../fixtures/origins.js';
import type { Archives } from '../../session/archives.js';
import type { UpstreamHead } from '../../session/upstream.js';

/** What it takes to bring archives along. */
export interface Relocation {
  readonly request: WireRequest;
  readonly upstreams: Upstreams;
  readonly archives: Archives;
  /** Takes a git source apart; undefined when it is none that could be fetched. */
  readonly gitSource: (source: string) => { readonly subdir: string } | undefined;
  /** Lets an archive's host be asked; false when it cannot be. */
  readonly allow: (url: string) => boolean;
}

/**
 * Gives archives that lie elsewhere, at a URL or in a git repository, a place beside the address that named them, and
 * hands out that place in the head of the answer (registry API §4 rule 3: relative to the URL called). What a module
 * is found by within the archive, its kind and its checksum stay.
 */
export function relocateArchives(head: UpstreamHead, relocation: Relocation): UpstreamHead {
  const { path } = relocation.request;
  if (!/^\/v1\/modules\//.test(path)) return head;
  const headers = [...head.headers];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    if (isArchiveHeader(name)) headers[i + 1] = relocate(name, headers[i + 1] ?? '', head, relocation);
  }
  return { ...head, headers };
}

function relocate(header: string, value: string, { url }: UpstreamHead, relocation: Relocation): string {
  const { request, upstreams, archives, gitSource, allow } = relocation;
  const named = archives.find(request.path);
  const whole = named && isRelative(value) ? new URL(value, url).href : value;
  if (isRelative(whole)) return value;
  const place = (file: string): string => request.path.replace(/[^/]+\/?$/, file);
  const back = request.path.endsWith('/') ? '../' : './';
  const git = header === 'location' ? undefined : gitSource(whole);
  if (git) {
    archives.name(place(archiveName), { git: whole });
    return back + archiveName + (git.subdir === '' ? '' : `//${git.subdir}`);
  }
  const isOurs = Object.values(upstreams).some((address) => ourPath(address, whole) !== undefined);
  if ((isOurs && !named) || !/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return value;
  if (!allow(whole)) return value;
  if (header === 'location') {
    const file = movedName(request.path);
    archives.name(place(file), { url: whole });
    return back + file;
  }
  const { address, subdir, kind, checksum } = takeApart(whole);
  const file = kind === undefined ? 'source' : archiveName;
  archives.name(place(file), { url: address });
  const hints = [
    ...(kind === undefined || kind === 'tar.gz' ? [] : [`archive=${kind}`]),
    ...(checksum === null ? [] : [`checksum=${encodeURIComponent(checksum)}`]),
  ].join('&');
  return back + file + (subdir === '' ? '' : `//${subdir}`) + (hints === '' ? '' : `?${hints}`);
}

const archiveName = 'archive.tar.gz';

function isRelative(value: string): boolean {
  return /^(?:\/(?!\/)|\.\.?\/)/.test(value);
}

/** A redirect leads on to the next number. */
function movedName(path: string): string {
  const before = Number(/\/moved-(\d{1,3})$/.exec(path)?.[1] ?? 0);
  return `moved-${before + 1}`;
}

const kinds: Readonly<Record<string, string>> = {
  '.zip': 'zip',
  '.tar.gz': 'tar.gz',
  '.tgz': 'tar.gz',
  '.tar.bz2': 'tar.bz2',
  '.tbz2': 'tar.bz2',
  '.tar.xz': 'tar.xz',
  '.txz': 'tar.xz',
};

/** An archive's URL, as terraform reads it: `//` begins a directory within, `archive` and `checksum` are hints. */
function takeApart(text: string): {
  readonly address: string;
  readonly subdir: string;
  readonly kind: string | undefined;
  readonly checksum: string | null;
} {
  const url = new URL(text);
  const [path = '', subdir = ''] = /^(.*?[^/])\/\/(.*)$/.exec(url.pathname)?.slice(1) ?? [url.pathname];
  url.pathname = path;
  const hint = url.searchParams.get('archive');
  const checksum = url.searchParams.get('checksum');
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !/^(?:archive|checksum)(?:=|$)/.test(pair));
  url.search = query.join('&');
  const ending = Object.keys(kinds).find((each) => path.toLowerCase().endsWith(each));
  const kind = hint === null || hint === '' ? ending && kinds[ending] : (kinds[`.${hint}`] ?? hint);
  return { address: url.href, subdir, kind: hint === 'false' ? undefined : kind, checksum };
}
