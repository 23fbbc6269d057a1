import { z } from 'zod';
import { parseDuration } from '../duration.js';
import type { Finding } from '../problem.js';
import { parseRate, parseSize, ratePattern, sizePattern } from '../size.js';
import { mapRule, members } from './members.js';
import { durationHint, durationText, text } from './texts.js';

const yes = z.literal(true, { error: 'true' }).optional();

const spread = members({
  clock: durationText.optional().describe("Waits until the session's clock has moved so far."),
  from: durationText.optional().describe('The shortest of a range; needs `to`.'),
  to: durationText.optional().describe('The longest of a range; needs `from`.'),
  median: durationText.optional().describe('The middle of a log-normal distribution; needs `sigma`.'),
  sigma: z
    .number()
    .min(0, { error: 'a number from 0 to 10' })
    .max(10, { error: 'a number from 0 to 10' })
    .optional()
    .describe('Standard deviation of the logarithm; needs `median`.'),
}).check(mapRule(judgeSpread));

const sizeHint = 'bytes, such as 200 or 1KB';
const rateHint = 'a rate above 0, such as 1KB/s';

const truncate = z.union(
  [
    z.int({ error: sizeHint }).min(0, { error: sizeHint }),
    text(sizeHint, sizePattern).refine((size) => parseSize(size) !== undefined, { error: sizeHint }),
  ],
  { error: sizeHint },
);

/** How the wire misbehaves. */
export const fault = members({
  delay: z
    .union([durationText, spread], { error: `${durationHint}, or a map` })
    .optional()
    .describe('How long the answer waits, in real time; `{ clock: 2s }` waits for the clock of the session.'),
  hang: yes.describe('Never answers.'),
  reset: yes.describe('Breaks the connection with a RST.'),
  close: yes.describe('Closes the connection before an answer.'),
  truncate: truncate
    .optional()
    .describe('Closes after so many bytes of the body, with the whole length promised.'),
  drip: text(rateHint, ratePattern)
    .refine((rate) => parseRate(rate) !== undefined, { error: rateHint })
    .optional()
    .describe('Sends the body at this rate.'),
  garble: yes.describe('Spoils the body, so that it is invalid JSON.'),
})
  .check(mapRule(judgeFault))
  .describe('How the wire misbehaves; several may be combined.');

export type FaultFile = z.output<typeof fault>;

/** Faults after which there is no answer. */
export const fatal = ['hang', 'reset', 'close'] as const;

function judgeFault(value: object): Finding[] {
  const keys = Object.keys(value);
  const [first, ...others] = fatal.filter((key) => keys.includes(key));
  if (first === undefined) return [];
  return [...others, ...(['truncate', 'drip', 'garble'] as const).filter((key) => keys.includes(key))].map(
    (key) => ({
      path: [key],
      at: 'key',
      found: `${key} together with ${first}`,
      expected: `one of them, as after ${first} there is no answer`,
    }),
  );
}

function judgeSpread(value: Readonly<Record<string, unknown>>): Finding[] {
  const expected = '{ clock }, { from, to } or { median, sigma }';
  const keys = Object.keys(value).sort().join(' and ');
  if (!['clock', 'from and to', 'median and sigma'].includes(keys)) {
    return [{ path: [], at: 'value', found: keys === '' ? 'an empty map' : keys, expected }];
  }
  const { from, to } = value;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  if ((parseDuration(from) ?? 0) <= (parseDuration(to) ?? Infinity)) return [];
  return [
    {
      path: ['to'],
      at: 'value',
      found: JSON.stringify(to),
      expected: `a duration not below the ${from} of "from"`,
    },
  ];
}
