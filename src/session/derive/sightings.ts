import { findRoute, type Route } from '../../api/route.js';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../exchange/json.js';
import type { Exchange, Fixture } from '../../fixtures/fixture.js';
import { type FixtureKey, isWrite } from '../../fixtures/key.js';

/** One recorded answer of an operation of the two APIs, taken apart as far as any of them is. */
export interface Sighting {
  readonly file: string;
  readonly key: FixtureKey;
  readonly route: Route;
  readonly status: number;
  /** The body where it is an object of JSON. */
  readonly document: JsonObject | undefined;
  /** The first epoch in which what it shows is so: what a write led to is there only after it. */
  readonly epoch: number;
}

/** Reads the text of a side file; undefined when it cannot be read. */
export type SideText = (file: string) => string | undefined;

/** What recordings have shown, earlier epochs first. Symbols and placeholders are left as they stand in the files. */
export function sightingsIn(
  fixtures: Iterable<readonly [file: string, fixture: Fixture]>,
  sideText: SideText,
): Sighting[] {
  const found: Sighting[] = [];
  for (const [file, { key, exchanges }] of fixtures) {
    const route = findRoute(key.method, key.path);
    if (!route || key.method === 'HEAD') continue;
    for (const exchange of exchanges) {
      const document = documentOf(exchange, sideText);
      const epoch = exchange.epoch + (isWrite(key.method) ? 1 : 0);
      found.push({ file, key, route, status: exchange.status, document, epoch });
    }
  }
  return found.sort((a, b) => a.epoch - b.epoch);
}

/** The objects of a document of the platform: those in `data`, one or many, and those in `included`. */
export function objectsIn(document: JsonObject): { data: JsonObject[]; included: JsonObject[] } {
  return { data: objects(document['data']), included: objects(document['included']) };
}

function objects(value: Json | undefined): JsonObject[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list
    .filter(isJsonObject)
    .filter(({ type, id }) => typeof type === 'string' && typeof id === 'string');
}

function documentOf({ body }: Exchange, sideText: SideText): JsonObject | undefined {
  const text =
    body.kind === 'text' ? body.text : body.kind === 'file' && body.symbols ? sideText(body.file) : undefined;
  const json = text === undefined ? undefined : parseJson(text);
  return isJsonObject(json) ? json : undefined;
}
