import type { HeaderRecord } from './response.js';

/** Headers as they stand on the wire: name, value, name, value; order, case and repetitions kept. */
export type RawHeaders = readonly string[];

/** What to do with the headers of a request on its way to an upstream. */
export interface RequestTreatment {
  /** The `Authorization` to send in place of the client's; undefined sends none. */
  readonly authorization: string | undefined;
  /** Whether cookies and keys go along. False for any host but the upstream the client meant. */
  readonly credentials: boolean;
  /** `drop` takes out what could turn the answer into a 304 or a 206, which no recording could serve to others. */
  readonly conditional: 'pass' | 'drop';
  /** Whether a body goes along. Without one, a `Content-Length` would keep the upstream waiting for it. */
  readonly body: boolean;
  /** The content codings that can be decoded here. */
  readonly codings: readonly string[];
}

const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);
const conditional = new Set(['if-none-match', 'if-modified-since', 'if-range', 'range']);
const credentials = new Set(['cookie', 'x-api-key']);

/**
 * The headers to send upstream. Left out: what is meant for this hop only (RFC 9110 §7.6.1: `Connection`, what it
 * names, and the like), `Host` (the upstream's own is set with the connection), `Expect` (answered here), and every
 * header of restage's. `Accept-Encoding` shrinks to what both the client and we can decode. No `Via` is added: it
 * would make some upstreams answer differently.
 */
export function forwardRequestHeaders(raw: RawHeaders, treatment: RequestTreatment): string[] {
  const named = namedByConnection(raw);
  const kept: string[] = [];
  const acceptable: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const value = raw[i + 1] ?? '';
    const key = name.toLowerCase();
    if (isHopByHop(key, named) || key === 'host' || key === 'expect' || key === 'authorization') continue;
    if (key.startsWith('restage-')) continue;
    if (!treatment.body && key === 'content-length') continue;
    if (!treatment.credentials && credentials.has(key)) continue;
    if (treatment.conditional === 'drop' && conditional.has(key)) continue;
    if (key === 'accept-encoding') acceptable.push(value);
    else kept.push(name, value);
  }
  if (acceptable.length > 0) kept.push('accept-encoding', shrinkCodings(acceptable, treatment.codings));
  if (treatment.authorization !== undefined && treatment.credentials) {
    kept.push('authorization', treatment.authorization);
  }
  return kept;
}

/** The headers to hand to the client: all but those meant for the hop from the upstream to us. */
export function forwardResponseHeaders(raw: RawHeaders): string[] {
  const named = namedByConnection(raw);
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    if (!isHopByHop(name.toLowerCase(), named)) kept.push(name, raw[i + 1] ?? '');
  }
  return kept;
}

/**
 * The `Authorization` that an upstream gets for the client's own: a bearer token `restage-NAME:TOKEN` becomes TOKEN,
 * `restage-NAME` alone, which only chooses a session, becomes none, anything else stays.
 */
export function upstreamAuthorization(authorization: string | undefined): string | undefined {
  const match = /^bearer +restage-[^\s:]*(?::(\S*))? *$/i.exec(authorization ?? '');
  if (match === null) return authorization;
  return match[1] ? `Bearer ${match[1]}` : undefined;
}

/** Raw headers as a record: names in lower case, a list where a header is repeated. */
export function headerRecord(raw: RawHeaders): HeaderRecord {
  const record = new Map<string, string | string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const key = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    const before = record.get(key);
    if (before === undefined) record.set(key, value);
    else if (typeof before === 'string') record.set(key, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(record);
}

function isHopByHop(key: string, named: ReadonlySet<string> | undefined): boolean {
  return hopByHop.has(key) || key.startsWith('proxy-') || named?.has(key) === true;
}

function namedByConnection(raw: RawHeaders): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== 'connection') continue;
    for (const token of (raw[i + 1] ?? '').split(',')) (named ??= new Set()).add(token.trim().toLowerCase());
  }
  return named;
}

/** What the client accepts of the codings given, with its weights; `identity` when that is nothing. */
function shrinkCodings(values: readonly string[], codings: readonly string[]): string {
  const asked = values
    .flatMap((value) => value.split(','))
    .map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
      return {
        coding: coding.toLowerCase(),
        weight: parameters.map((parameter) => `;${parameter}`).join(''),
      };
    });
  const listed = new Set(asked.map((item) => item.coding));
  const offered = asked.flatMap(({ coding, weight }) => {
    if (coding === '*') return codings.filter((each) => !listed.has(each)).map((each) => each + weight);
    return coding === 'identity' || codings.includes(coding) ? [coding + weight] : [];
  });
  return offered.length > 0 ? offered.join(', ') : 'identity';
}
