import { isJsonObject, type Json, parseJson } from '../exchange/json.js';
import { type ErrorCode, errorCodes, RestageError } from '../exchange/restage-error.js';

/**
 * Calls the control API in this process.
 * @param path below the control API, e.g. `/sessions/main/reset`
 * @throws RestageError `conflict` for what does not go as things are now, `state-unwritten` when it could not be kept,
 *   else `bad-call`
 */
export type ControlCall = (method: string, path: string, body?: Json) => Promise<Json>;

/** Calls over the app's own fetch, so that a call means the same here and over a socket. */
export function controlCall(
  fetch: (request: Request) => Response | Promise<Response>,
  control: string,
  token: string | undefined,
): ControlCall {
  return async (method, path, body) => {
    const response = await fetch(
      new Request(control + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
    const text = await response.text();
    const data = parseJson(text) ?? null;
    if (response.ok) return data;
    const said = isJsonObject(data) ? data : {};
    const errors = Array.isArray(said['errors']) ? said['errors'].map(String) : [text];
    const code = codeIn(said['code']) ?? (response.status === 409 ? 'conflict' : 'bad-call');
    if (errors.length === 1) throw new RestageError(code, errors[0] ?? '');
    throw new RestageError(code, `${method} ${path} found ${errors.length} problems:`, errors);
  };
}

function codeIn(code: Json | undefined): ErrorCode | undefined {
  return errorCodes.find((one) => one === code);
}
