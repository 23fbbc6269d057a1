import type { Route } from '../api/route.js';
import type { Json } from '../exchange/json.js';
import { decodeSegment, type Query } from '../exchange/query.js';
import { type Asking, bodyJson, queryOf } from '../exchange/request.js';

/** A request as steps look at it: each part is taken apart once, when the first step wants to see it. */
export class Asked {
  readonly request: Asking;
  readonly route: Route | undefined;
  #segments: readonly string[] | undefined;
  #query: Query | undefined;
  #body: { readonly json: Json | undefined } | undefined;

  constructor(request: Asking, route: Route | undefined) {
    this.request = request;
    this.route = route;
  }

  /** Decoded segments of the path; a trailing slash does not count. */
  get segments(): readonly string[] {
    return (this.#segments ??= this.request.path.replace(/\/$/, '').slice(1).split('/').map(decodeSegment));
  }

  get query(): Query {
    return (this.#query ??= queryOf(this.request));
  }

  /** The body as JSON; undefined when there is none or it is not JSON. */
  get body(): Json | undefined {
    return (this.#body ??= { json: bodyJson(this.request) }).json;
  }
}
