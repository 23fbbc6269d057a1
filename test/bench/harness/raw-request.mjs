/**
 * @typedef {object} Request
 * @property {string} [method] GET when left out
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 */

/** The token that every request carries; scenarios without tokens let it see everything. */
export const authorization = 'Bearer bench';

/**
 * A request as it goes over the wire.
 * @param {Request} request
 * @param {string} host
 */
export function rawRequest({ method = 'GET', path, headers, body }, host) {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(allHeaders({ path, headers: headers ?? {} })))
    lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * The headers that are sent with a request.
 * @param {Request} request
 */
export function allHeaders({ headers }) {
  return { authorization, ...headers };
}
