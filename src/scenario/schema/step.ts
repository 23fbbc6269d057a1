import { z } from 'zod';
import { parseJsonPath } from '../json-path.js';
import { operationNames, parseTarget } from '../target.js';
import { set } from './change.js';
import { fault } from './fault.js';
import { mapRule, members } from './members.js';
import { judgeStep, judgeResponse } from './step-rules.js';
import { anyText, count, headers, nameText } from './texts.js';
import { where } from './where.js';

const on = z
  .string({ error: 'an operation, or a method and a path' })
  .max(2000, { error: 'at most 2000 characters' })
  .refine((written) => 'target' in parseTarget(written), {
    error: ({ input }) => {
      const parsed = parseTarget(String(input));
      return 'expected' in parsed ? parsed.expected : undefined;
    },
  })
  .meta({ anyOf: [{ enum: operationNames }, { pattern: '^[A-Z]+ /' }] })
  .describe('An operation, or a method and a path: `GET /v1/modules/*/*/*/versions`.');

const statusHint = 'a status from 200 to 599';

const respond = members({
  status: z
    .int({ error: statusHint })
    .min(200, { error: statusHint })
    .max(599, { error: statusHint })
    .default(200)
    .describe('Status of the answer.'),
  headers: headers.default({}).describe('Headers of the answer.'),
  body: z.unknown().optional().describe('A JSON body.'),
  text: anyText.optional().describe('A body of any other kind.'),
})
  .check(mapRule(judgeResponse))
  .describe('The answer to give.');

const chanceHint = 'a number above 0 and up to 1';

const jsonPath = z.string().refine((path) => parseJsonPath(path) !== undefined, {
  error: 'the path of a member, such as $.data.attributes.status',
});

/** A step as it is written. */
export const step = members({
  name: nameText.optional().describe('What reports call it; left out: its place.'),
  on,
  where: where.optional(),
  times: count.optional().describe('Only the first so many matching requests.'),
  nth: z
    .array(count)
    .min(1, { error: 'at least one number' })
    .optional()
    .describe('Only these matching requests, counted from 1.'),
  every: count.optional().describe('Every so manieth matching request: `3` is the 3rd, 6th, ...'),
  chance: z
    .number({ error: chanceHint })
    .gt(0, { error: chanceHint })
    .max(1, { error: chanceHint })
    .optional()
    .describe('How likely a matching request is taken, decided by the seed.'),
  respond: respond.optional(),
  fault: fault.optional(),
  set: set.optional(),
  patch: z
    .record(jsonPath, z.unknown())
    .optional()
    .describe('Replaces members of a JSON answer: `{ "$.data.attributes.status": running }`.'),
  headers: headers.optional().describe('Sets headers on an answer that another source gives.'),
})
  .check(mapRule(judgeStep))
  .describe('A step of the script; the first that matches is played.');

export type StepFile = z.output<typeof step>;
