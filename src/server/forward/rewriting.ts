import type { RawHeaders } from '../../exchange/forward-headers.js';
import type { Base, WireRequest } from '../../exchange/request.js';
import type { HeaderRecord } from '../../exchange/response.js';
import { isArchiveHeader } from '../../fixtures/links.js';
import type { ReplaceOrigins } from '../../fixtures/origins.js';
import { passHeader, passText } from '../../fixtures/pass-on.js';
import { textOfBytes } from '../../fixtures/text-of-bytes.js';
import type { UpstreamHead } from '../../session/upstream.js';

/** Takes the content codings off a body; undefined when that cannot be done. */
export type Decode = (bytes: Uint8Array, contentEncoding: string) => Uint8Array | undefined;

/** What an answer is changed with on its way: addresses of the upstreams lead to us, and so do links without a host. */
export interface Rewriting {
  readonly request: WireRequest;
  /** From `linksFor`, for this request's own base. */
  readonly replace: ReplaceOrigins;
  /** The same for those who may not choose the session again, see {@link Base}. */
  readonly replaceHome: ReplaceOrigins;
  readonly decode: Decode;
  /** Name and value pairs to be added to the headers. */
  readonly added: readonly string[];
  /** Hands out archives that lie elsewhere under places of ours, also to whoever keeps the answer. */
  readonly relocate: ((head: UpstreamHead) => UpstreamHead) | undefined;
}

/** An answer as the client gets it. */
export interface Rewritten {
  readonly headers: string[];
  readonly body: Uint8Array;
}

const describing = new Set([
  'content-encoding',
  'content-length',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
]);

/** The headers of an answer with links that lead to us. */
export function rewriteHeaders({ headers, address }: UpstreamHead, rewriting: Rewriting): string[] {
  const { request, replace, replaceHome, added } = rewriting;
  const { base } = request;
  const home = homeOf(base);
  const out: string[] = [...added];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? '';
    const value = headers[i + 1] ?? '';
    const key = name.toLowerCase();
    if (!isArchiveHeader(key)) {
      out.push(name, passHeader(key, value, address, replace, base));
    } else {
      const whole = home.prefix === base.prefix ? value : absolutePath(value, request.path);
      out.push(name, passHeader(key, whole, address, replaceHome, home));
    }
  }
  return out;
}

/**
 * A whole text with links that lead to us, and the headers that go with it. Where nothing has to be changed, and where
 * the body is no text after all, both stay as they came, codings included.
 */
export function rewriteBody(
  body: Uint8Array,
  headers: string[],
  { address }: UpstreamHead,
  rewriting: Rewriting,
): Rewritten {
  const { request, decode } = rewriting;
  const decoded = decode(body, headerOf(headers, 'content-encoding') ?? '');
  const text = decoded && textOfBytes(decoded);
  if (text === undefined) return { headers, body };
  const isDiscovery = request.path === '/.well-known/terraform.json';
  const [replace, base] = isDiscovery
    ? [rewriting.replaceHome, homeOf(request.base)]
    : [rewriting.replace, request.base];
  const about: HeaderRecord = { 'content-type': headerOf(headers, 'content-type') ?? '' };
  const changed = passText(text, about, address, replace, base);
  if (changed === text) return { headers, body };
  const bytes = Buffer.from(changed);
  const left: string[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? '';
    if (!describing.has(name.toLowerCase())) left.push(name, headers[i + 1] ?? '');
  }
  left.push('content-length', String(bytes.length));
  return { headers: left, body: bytes };
}

/** The first value of a header, whatever the case of its name. */
export function headerOf(headers: RawHeaders, wanted: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[i + 1];
  }
  return undefined;
}

function homeOf({ origin, prefix, home = prefix }: Base): Base {
  return { origin, prefix: home };
}

/** A relative reference as a path of ours. */
function absolutePath(value: string, path: string): string {
  if (!/^\.\.?\//.test(value)) return value;
  const { pathname, search } = new URL(value, `http://x${path}`);
  return pathname + search;
}
