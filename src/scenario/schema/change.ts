import { z } from 'zod';
import { isJsonObject } from '../../exchange/json.js';
import { check } from '../issues.js';
import { oneOf } from '../nearest.js';
import type { Finding } from '../problem.js';
import { addressPattern, parseAddress, resourceTypes } from '../resource-types.js';
import { mapRule, members } from './members.js';
import { newModule } from './registry.js';
import { text } from './texts.js';

const addressHint = 'TYPE/ID, such as oauth-tokens/ot-1 or modules/acme/network/aws';

const address = text(addressHint, addressPattern).refine((written) => parseAddress(written) !== undefined, {
  error: ({ input }) => {
    const type = String(input).split('/')[0]!;
    const known: readonly string[] = resourceTypes;
    return known.includes(type) ? addressHint : `a known type (${oneOf(known, type)}) before the id`;
  },
});

const attributes = z.record(z.string(), z.unknown());

const reference = members({ type: text('a type', /^\S+$/), id: text('an id', /^\S+$/) });

const relationship = members({
  data: z.union([z.null(), reference, z.array(reference)]).optional(),
  related: text('a path that begins with "/"', /^\/\S*$/).optional(),
});

/** A whole resource. */
export const put = members({
  attributes: attributes.describe('What the API shows.'),
  relationships: z.record(z.string(), relationship).optional().describe('What it points to.'),
  parent: address.optional().describe('The resource in whose list it stands, e.g. `oauth-clients/oc-1`.'),
  position: z.enum(['first', 'last']).default('last').describe('Where in that list.'),
});

/** Whether a change gives a whole resource, not only attributes. */
export function isPut(change: object): boolean {
  return 'attributes' in change;
}

const change = z
  .union([z.null(), attributes], {
    error: 'attributes to change, { attributes, parent } to put in a whole one, or null to remove it',
  })
  .check(mapRule((value) => (isPut(value) ? judgePut(value) : [])));

function judgePut(value: object): Finding[] {
  const checked = check(put, value);
  return 'findings' in checked ? checked.findings : [];
}

/** Changes to the world by the address of what changes. */
export const set = z
  .record(address, change)
  .check(mapRule(judgeModules))
  .describe(
    'Changes the world first: attributes by address, null removes, `{ attributes, parent }` puts in a whole one.',
  );

export type SetFile = z.output<typeof set>;

/** A module that is put in is told as in the registry's part, without a source: only where it stands is said beside. */
function judgeModules(changes: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(changes).flatMap(([to, value]): Finding[] => {
    if (!to.startsWith('modules/') || !isJsonObject(value) || !isPut(value)) return [];
    const beside = ['parent', 'relationships']
      .filter((key) => value[key] !== undefined)
      .map((key): Finding => {
        const expected = 'attributes and position, as a module stands in no list but that of all modules';
        return { path: [to, key], at: 'key', found: `${key} of a module`, expected };
      });
    const checked = check(newModule, value['attributes']);
    const found = 'findings' in checked ? checked.findings : [];
    return [...beside, ...found.map((one) => ({ ...one, path: [to, 'attributes', ...one.path] }))];
  });
}
