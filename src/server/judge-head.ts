import type { IncomingMessage } from 'node:http';
import type { Objection } from './turn-away.js';

/** Hosts that were found well formed, so that the usual one is not taken apart again each time. */
const wellFormed = new Set<string>();

/**
 * What is wrong with the head of a request, whatever it asks for: a target that is no path, or a Host header that is
 * missing, repeated or no host (RFC 9112 §3.2). A target written as a whole URL is cut down to its path; it must name
 * the same host as the header, so that there is only one to judge.
 */
export function judgeHead(request: IncomingMessage): Objection | undefined {
  const target = request.url ?? '';
  const host = request.headers.host ?? '';
  if (!wellFormed.has(host)) {
    if (!isHost(host)) return badHost(host);
    if (wellFormed.size < 1000) wellFormed.add(host);
  }
  if (hostLines(request.rawHeaders) > 1) return unreadable('there is more than one Host header; send one');
  if (target.startsWith('/')) return judgePath(target);
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return badTarget(target);
  if (authority.toLowerCase() !== host.toLowerCase()) {
    return unreadable(
      `the request line names ${shown(authority)} and the Host header ${shown(host)}; they must be the same`,
    );
  }
  request.url = path.startsWith('/') ? path : `/${path}`;
  return judgePath(request.url);
}

function judgePath(target: string): Objection | undefined {
  const slip = target.indexOf('\\');
  const query = target.indexOf('?');
  return slip !== -1 && (query === -1 || slip < query) ? badTarget(target) : undefined;
}

function isHost(host: string): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname, username, password } = new URL(url);
  return username + password === '' && hostname === host.toLowerCase().replace(/:\d*$/, '');
}

function hostLines(rawHeaders: readonly string[]): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') lines++;
  }
  return lines;
}

function badHost(host: string): Objection {
  const found = host === '' ? 'missing' : `${shown(host)}, which is no host`;
  return unreadable(`the Host header is ${found}; expected a name or an address, with or without a port`);
}

function badTarget(target: string): Objection {
  return unreadable(
    `the request line asks for ${shown(target)}; expected a path that begins with a slash and has no backslash`,
  );
}

function unreadable(why: string): Objection {
  return { status: 400, title: 'bad request', why };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
