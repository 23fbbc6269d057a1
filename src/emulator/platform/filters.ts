import { isJsonObject, type Json } from '../../exchange/json.js';
import type { Query } from '../../exchange/query.js';
import { remember } from '../remember.js';
import type { Resource } from '../world.js';
import { badRequest } from './problem.js';

const statuses = ['passed', 'failed', 'errored'] as const;
const levels = ['advisory', 'mandatory'] as const;
/** The filter's level key as the API documents, go-tfe and the Python client write it. */
const levelKeys = ['enforcementLevel', 'enforcement_level', 'enforcement-level'];

/**
 * Which outcomes fit, as a set of bits: one bit for each status with each level, levels counted as listed above and
 * any other, or none, after them. A set of outcomes has the bits of all its outcomes, so groups are or-ed by or-ing
 * their bits, and status and level of one group must meet in one outcome because they meet in one bit.
 */
type Bits = number;

interface Group {
  status?: string;
  level?: string;
}

/**
 * The filter of an outcomes list, or undefined when there is none (platform API §4): groups are or-ed, status and
 * level within one are and-ed.
 *
 * @throws Problem 400 for an unknown key or value, and for a level without a status or with `errored`, because it is
 * "used only together with a status that is not errored" (the answer to it is assumed).
 */
export function filterIn(query: Query): Bits | undefined {
  const groups = new Map<string, Group>();
  for (const [name, value] of query) {
    if (!/^filter(\[|$)/.test(name)) continue;
    const [, index = '', key = ''] = /^filter\[([^\]]*)\]\[([^\]]*)\]$/.exec(name) ?? [];
    const group = groups.get(index) ?? {};
    groups.set(index, group);
    if (key === 'status') group.status = oneOf(statuses, name, value);
    else if (levelKeys.includes(key)) group.level = oneOf(levels, name, value);
    else
      throw badRequest(
        `${name} is no filter; known are filter[n][status] and filter[n][enforcementLevel]`,
        name,
      );
  }
  if (groups.size === 0) return undefined;
  return [...groups].reduce((bits, [index, group]) => bits | bitsOf(index, group), 0);
}

/** The outcome sets that have at least one outcome that fits. */
export function fitting(sets: readonly Resource[], filter: Bits): Resource[] {
  const all = bitsOfAll(sets);
  return sets.filter((_, at) => (all[at]! & filter) !== 0);
}

/** Remembered for the list, so that a filter looks at numbers only, and for each set, so that one change costs little. */
const bitsOfAll = remember((sets: readonly Resource[]) => Uint16Array.from(sets, bitsOfSet));
const bitsOfSet = remember(outcomeBits);

function bitsOf(index: string, { status, level }: Group): Bits {
  if (level === undefined) return levelBits(status, 0) | levelBits(status, 1) | levelBits(status, 2);
  if (status === undefined || status === 'errored') {
    const name = `filter[${index}][enforcementLevel]`;
    throw badRequest(`${name} goes only together with filter[${index}][status] passed or failed`, name);
  }
  return levelBits(status, levels.indexOf(level as (typeof levels)[number]));
}

function outcomeBits(set: Resource): Bits {
  const outcomes = set.attributes['outcomes'];
  let bits = 0;
  for (const outcome of Array.isArray(outcomes) ? outcomes : []) {
    if (!isJsonObject(outcome)) continue;
    const level = levels.indexOf(outcome['enforcement_level'] as (typeof levels)[number]);
    bits |= levelBits(outcome['status'], level === -1 ? levels.length : level);
  }
  return bits;
}

function levelBits(status: Json | undefined, level: number): Bits {
  const at = statuses.indexOf(status as (typeof statuses)[number]);
  return at === -1 ? 0 : 1 << (at * (levels.length + 1) + level);
}

function oneOf(known: readonly string[], name: string, value: string): string {
  if (known.includes(value)) return value;
  throw badRequest(`${name} must be one of ${known.join(', ')}, but is "${value}"`, name);
}
