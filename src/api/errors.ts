import type { JsonObject } from '../exchange/json.js';
import type { HeaderRecord, WireResponse } from '../exchange/response.js';
import type { Api } from './operations.js';

/** One error of the platform API, members as its real service sends them (all strings). */
export interface ApiError {
  readonly status: number;
  /** Short and constant for the kind of error, e.g. `not found`. */
  readonly title: string;
  readonly detail?: string;
  /** Where in the request: a JSON pointer into the body or the name of a query parameter. */
  readonly source?: { readonly pointer: string } | { readonly parameter: string };
}

/**
 * An error in the shape of the API it is answered on. Platform: JSON:API `errors` with string statuses (members
 * assumed; platform API §7 does not show them). Registry: `errors` as a list of strings (registry API §7).
 */
export function errorResponse(
  api: Api,
  errors: ApiError | readonly ApiError[],
  headers: HeaderRecord = {},
): WireResponse {
  const list = Array.isArray(errors) ? (errors as readonly ApiError[]) : [errors as ApiError];
  const body =
    api === 'platform'
      ? { errors: list.map(jsonApiError) }
      : { errors: list.map((error) => error.detail ?? sentence(error.title)) };
  return {
    status: list[0]?.status ?? 500,
    headers: { 'content-type': contentTypes[api], ...headers },
    body: JSON.stringify(body),
  };
}

/** The content types that the two APIs answer with. */
export const contentTypes: Readonly<Record<Api, string>> = {
  platform: 'application/vnd.api+json; charset=utf-8',
  registry: 'application/json; charset=utf-8',
};

function jsonApiError(error: ApiError): JsonObject {
  return {
    status: String(error.status),
    title: error.title,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.source === undefined ? {} : { source: { ...error.source } }),
  };
}

function sentence(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
