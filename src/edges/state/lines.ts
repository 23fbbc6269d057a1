import { crc32 } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../exchange/json.js';
import type { LedgerChange } from '../../session/ledger.js';

/*
 * A state file is text, one line a thing, each behind a checksum of its text and its number:
 *
 *   1f0c55aa {"restage":"session","format":1,"session":"main","about":{...}}     the head, number 0
 *   90d2be01 [["world","ts-1",{...}],["world","ts-2",{...}], ...]                values, numbers 1, 2, ...
 *   5b7714c3 {"written":0}                                                       the end of what was written at once
 *   c0ffee42 [["world","ts-1",{...}],["world","ts-2"]]                           changes, numbers written + 1, + 2, ...
 *
 * A change of two members is a deletion. All lines up to the end are written beside the file and moved into its place
 * whole; after that, changes are only added. So a kill can tear nothing but the last line, and its break is missing then.
 */

/** The version of this format. Another one is not read. */
export const format = 1;

/** Why a state file cannot be believed. */
export class Damage extends Error {}

/** The first line: whose file it is. */
export interface Head {
  readonly session: string;
  readonly about: JsonObject;
}

/** The line that closes what was written at once: how many changes it already holds. */
export interface End {
  readonly written: number;
}

/** A head, ready to be written. */
export function headLine({ session, about }: Head): string {
  return seal(JSON.stringify({ restage: 'session', format, session, about }), 0);
}

/** Changes as one line. */
export function changesLine(changes: readonly LedgerChange[], number: number): string {
  return seal(`[${changes.map(changeText).join(',')}]`, number);
}

/** Changes as lines of about 64 KiB, numbered from 1; returns the number that comes next. */
export function* valueLines(changes: Iterable<LedgerChange>): Generator<string, number> {
  let number = 1;
  let texts: string[] = [];
  let length = 0;
  for (const change of changes) {
    const text = changeText(change);
    texts.push(text);
    if ((length += text.length) < 65_536) continue;
    yield seal(`[${texts.join(',')}]`, number++);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield seal(`[${texts.join(',')}]`, number++);
  return number;
}

/** The end line after `number` other lines. */
export function endLine(end: End, number: number): string {
  return seal(JSON.stringify(end), number);
}

/**
 * What a line without its break says.
 * @throws {@link Damage} when its checksum does not fit
 */
export function unseal(line: Buffer, number: number): Json {
  const text = line.subarray(9);
  if (line.toString('latin1', 0, 9) !== `${checksum(text, number)} `)
    throw new Damage('its checksum does not fit');
  const json = parseJson(text.toString());
  if (json === undefined) throw new Damage('it is not JSON');
  return json;
}

/** The head in a first line. */
export function asHead(json: Json): Head {
  if (!isJsonObject(json) || json['restage'] !== 'session')
    throw new Damage('it does not begin a state file');
  if (json['format'] !== format) {
    throw new Damage(
      `it is in format ${JSON.stringify(json['format'])}, of another version of restage; this one reads format ${format}`,
    );
  }
  const { session, about } = json;
  if (typeof session !== 'string' || !isJsonObject(about)) throw new Damage('it does not say whose it is');
  return { session, about };
}

/** The end in a line. */
export function asEnd(json: Json): End {
  const written = isJsonObject(json) ? json['written'] : undefined;
  if (!Number.isSafeInteger(written)) throw new Damage('it holds neither changes nor an end');
  return { written: written as number };
}

/** The changes in a line. */
export function asChanges(json: Json): LedgerChange[] {
  if (!Array.isArray(json)) throw new Damage('it holds no changes');
  return json.map((change) => {
    const [section, key, value] = Array.isArray(change) ? change : [];
    if (typeof section !== 'string' || typeof key !== 'string') throw new Damage('it holds no change');
    return [section, key, value];
  });
}

function changeText([section, key, value]: LedgerChange): string {
  return JSON.stringify(value === undefined ? [section, key] : [section, key, value]);
}

function seal(text: string, number: number): string {
  return `${checksum(text, number)} ${text}\n`;
}

function checksum(text: string | Buffer, number: number): string {
  return crc32(text, number).toString(16).padStart(8, '0');
}
