import { rememberLast } from '../exchange/remember-last.js';
import type { Caller } from '../emulator/call.js';

/** Which session a request means, and what is left of it once the choice is taken off. */
export interface Choice {
  readonly session: string;
  /** `''`, or `/~NAME` when the path chose. */
  readonly prefix: string;
  /** The prefix that leads here without what chose, see `Base`. */
  readonly home: string;
  /** Path without the prefix, percent-encoded. */
  readonly path: string;
  /** Raw query without `?`. */
  readonly query: string;
  readonly caller: Caller;
}

/** The session that answers when a request names none. */
export const mainSession = 'main';

/** What a session may be called: letters, digits, `.`, `_`, `-`; at most 64 of them. */
export const sessionName = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Finds the session by port, path prefix `/~NAME`, header `Restage-Session`, or bearer token `restage-NAME[:TOKEN]`,
 * in this order. A `restage-…` bearer never counts as a token of the backend: alone it sees everything.
 */
export function chooseSession(
  target: string,
  headers: Readonly<Record<string, string | undefined>>,
  portOwner: string | undefined,
): Choice {
  const mark = target.indexOf('?');
  let path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  let prefix = '';
  let name = portOwner;
  if (name === undefined && path.startsWith('/~')) {
    const end = path.indexOf('/', 2);
    prefix = end === -1 ? path : path.slice(0, end);
    path = end === -1 ? '/' : path.slice(end);
    name = prefix.slice(2);
  }
  const byAddress = name !== undefined;
  name ??= headers['restage-session'];
  const [own, caller] = readAuthorization(headers['authorization'] ?? '');
  const session = name ?? own ?? mainSession;
  const home = byAddress || session === mainSession ? prefix : `/~${session}`;
  return { session, prefix, home, path, query, caller };
}

/** What an `Authorization` says, empty when there is none. */
const readAuthorization = rememberLast((authorization) => readBearer(bearerIn(authorization)));

type Bearer = readonly [session: string | undefined, caller: Caller];

/** The session that a bearer token names, and who it makes the caller there. */
function readBearer(bearer: string | undefined): Bearer {
  if (!bearer?.startsWith('restage-')) return [undefined, { token: bearer, everything: false }];
  const own = bearer.slice('restage-'.length);
  const colon = own.indexOf(':');
  if (colon === -1) return [own, { token: bearer, everything: true }];
  return [own.slice(0, colon), { token: own.slice(colon + 1) || undefined, everything: false }];
}

function bearerIn(authorization: string): string | undefined {
  if (!/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice(7).trim();
  return token === '' ? undefined : token;
}
