import type { UpstreamError, UpstreamTrouble } from '../session/upstream.js';

/** Builds an error; the message names the origin and ends with what to do next. */
export function upstreamError(code: UpstreamTrouble, upstream: string, message: string): UpstreamError {
  return { code, status: code.endsWith('-timeout') ? 504 : 502, upstream, message };
}

/**
 * What an error of the connection or of undici means.
 *
 * @param upstream - origin that was contacted
 * @param received - bytes of the answer's body that had come, or undefined when its head had not
 */
export function explainFailure(error: unknown, upstream: string, received?: number): UpstreamError {
  const { code = '', message = '', name } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const trouble = name === 'HTTPParserError' ? 'malformed' : troubleOf(code, message, received);
  return upstreamError(
    trouble,
    upstream,
    sentences[trouble](upstream || 'the upstream', reasonOf(trouble, code, message), received),
  );
}

const byCode: Readonly<Record<string, UpstreamTrouble>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'head-timeout',
  UND_ERR_BODY_TIMEOUT: 'body-timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'malformed',
  UND_ERR_INVALID_ARG: 'request',
  UND_ERR_NOT_SUPPORTED: 'request',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'request',
  ERR_STREAM_PREMATURE_CLOSE: 'request',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
  RESTAGE_FORBIDDEN_ADDRESS: 'forbidden-address',
  RESTAGE_NOT_ALLOWED: 'not-allowed',
};

function troubleOf(code: string, message: string, received: number | undefined): UpstreamTrouble {
  if (/secure TLS connection/.test(message)) return 'tls';
  if (/^bad (response|upgrade)/.test(message)) return 'malformed';
  // undici also calls it so when the lengths in a head contradict each other.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && received === undefined) return 'malformed';
  const known = byCode[code];
  if (known) return known;
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'dns';
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_CA)/.test(code)
    ? 'tls'
    : 'unknown';
}

type Sentence = (upstream: string, why: string, received: number | undefined) => string;

const sentences: Readonly<Record<UpstreamTrouble, Sentence>> = {
  'not-configured': () =>
    'No upstream is configured for this request. Name it with --platform or --registry.',
  'not-allowed': (upstream) =>
    `${upstream} is neither a configured upstream nor an archive host that an answer named, so it is not contacted.`,
  'forbidden-address': (upstream, why) => `${upstream} is not contacted: ${why}.`,
  dns: (upstream, why) =>
    `The name of ${upstream} cannot be found (${why}). Check the spelling, the network and the resolver.`,
  refused: (upstream, why) =>
    `${upstream} refuses connections (${why}). Check that it is running and listens on that port.`,
  unreachable: (upstream, why) =>
    `${upstream} cannot be reached (${why}). Check the network, a VPN or the firewall.`,
  tls: (upstream, why) =>
    `The TLS connection to ${upstream} failed (${why}). ` +
    (/SELF_SIGNED|UNABLE_TO_|INVALID_CA/.test(why)
      ? 'If a CA of your own signed its certificate, start restage with NODE_EXTRA_CA_CERTS=FILE; it is never left unverified.'
      : 'Check that it speaks https on that port and that its certificate is valid for this name and date.'),
  'connect-timeout': (upstream) =>
    `${upstream} did not take the connection in time. Check that it is up and can be reached from here.`,
  'head-timeout': (upstream) =>
    `${upstream} took the request but did not begin to answer in time. Try again, or look why it is slow.`,
  'body-timeout': (upstream, _why, received) =>
    `${upstream} fell silent in the middle of its answer, after ${bytes(received)} of its body. Try again.`,
  reset: (upstream, why, received) =>
    received === undefined
      ? `${upstream} closed the connection without an answer (${why}). Try again, or look into its log.`
      : `${upstream} broke off its answer (${why}) after ${bytes(received)} of its body. Try again, or look into its log.`,
  malformed: (upstream, why) =>
    `What ${upstream} answered is not HTTP/1.1 (${why}). Check the scheme and port of its URL.`,
  discovery: (upstream) => `The discovery document of ${upstream} is of no use.`,
  request: (upstream, why) =>
    `The request to ${upstream} cannot be passed on (${why}). Check what the client sends.`,
  closed: (upstream) =>
    `restage shut down before ${upstream} had answered. Start it again and repeat the request.`,
  unknown: (upstream, why) => `The exchange with ${upstream} failed (${why}). Try again.`,
};

/** The short reason within a sentence: a system's code where there is one, else the message's essence. */
function reasonOf(trouble: UpstreamTrouble, code: string, message: string): string {
  const ours = code === '' || /^(UND_ERR|RESTAGE)_/.test(code);
  if (!ours && trouble !== 'tls' && trouble !== 'unknown') return code;
  const openssl = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+)/.exec(message)?.[1];
  const essence = openssl ?? message.split('\n', 1)[0]?.trim() ?? '';
  return ours || essence === '' ? essence : `${code}: ${essence}`;
}

function bytes(count = 0): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}
