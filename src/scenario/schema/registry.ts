import { z } from 'zod';
import type { Finding } from '../problem.js';
import { listRule, mapRule, members } from './members.js';
import { anyText, nameText, text } from './texts.js';

/** A version by semver 2.0.0, in the pattern that semver.org gives. */
const versionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

const version = text('a version such as 1.2.0', versionPattern, 100);

const amount = z.int().min(0, { error: 'a whole number from 0' });

const downloads = members({
  week: amount.default(0).describe('Within a week before the scenario began.'),
  month: amount.optional().describe('Within a month; left out: as many as in the week.'),
  year: amount.optional().describe('Within a year; left out: as many as in the month.'),
  total: amount.optional().describe('Ever; left out: as many as in the year.'),
}).check(
  mapRule((value) => {
    const known = Object.entries({
      week: value['week'],
      month: value['month'],
      year: value['year'],
      total: value['total'],
    }).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    return known.slice(1).flatMap(([span, number], at): Finding[] => {
      const [shorter, least] = known[at]!;
      if (number >= least) return [];
      return [
        {
          path: [span],
          at: 'value',
          found: String(number),
          expected: `at least the ${least} of the ${shorter}`,
        },
      ];
    });
  }),
);

const facts = {
  about: anyText.default('').describe('The description that lists show.'),
  owner: anyText.default('').describe('Its owner.'),
  verified: z.boolean().default(false).describe("Whether it is a partner's module."),
  repository: anyText.optional().describe('URL of its repository; left out: made from the address.'),
  versions: z
    .array(version)
    .min(1, { error: 'at least one version' })
    .check(listRule(repeated))
    .describe('Versions by semver, in any order.'),
  downloads: downloads.prefault({}).describe('Downloads before the scenario began.'),
};

/** What a step says of a module that it puts in; such a one has no source. */
export const newModule = members(facts);

const module = members({
  module: text(
    'NAMESPACE/NAME/PROVIDER, e.g. acme/network/aws',
    /^[0-9A-Za-z][\w-]{0,63}\/[0-9A-Za-z][\w-]{0,63}\/[0-9a-z]{1,64}$/,
  ).describe('Its address: NAMESPACE/NAME/PROVIDER.'),
  source: nameText
    .optional()
    .describe(
      'Directory that is packed and read, from the directory of this file; left out: a minimal module.',
    ),
  ...facts,
}).describe('A module.');

function repeated(versions: readonly unknown[]): Finding[] {
  return versions.flatMap((version, at) => {
    if (versions.indexOf(version) === at) return [];
    return [{ path: [at], at: 'value', found: `${String(version)} again`, expected: 'each version once' }];
  });
}

/** What a scenario says of the registry. */
export const registry = members({
  modules: z.array(module).default([]).describe('Modules in the order in which lists show them.'),
}).describe('What the registry API answers from.');

export type RegistryFile = z.output<typeof registry>;
