import { isJsonObject, type Json, parseJson } from '../exchange/json.js';
import { RestageError } from '../exchange/restage-error.js';

/**
 * Calls the control API in this process.
 * @param path below the control API, e.g. `/sessions/main/reset`
 * @throws RestageError `conflict` for what does not go as things are now, else `bad-call`
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
    const errors = isJsonObject(data) && Array.isArray(data['errors']) ? data['errors'].map(String) : [text];
    const code = response.status === 409 ? 'conflict' : 'bad-call';
    if (errors.length === 1) throw new RestageError(code, errors[0] ?? '');
    throw new RestageError(code, `${method} ${path} found ${errors.length} problems:`, errors);
  };
}
