import { z } from 'zod';
import { parseDuration } from '../duration.js';
import { members } from './members.js';
import { count, durationText } from './texts.js';

const limit = (by: 'token' | 'address') =>
  members({
    rate: count.describe('How many requests are answered in a window.'),
    per: durationText
      .refine((written) => parseDuration(written) !== 0, { error: 'a duration above 0' })
      .describe("Length of a window on the session's clock."),
    by: z.enum(['token', 'address', 'session']).default(by).describe('What shares a window.'),
  });

/** Above which rate an API answers 429. */
export const limits = members({
  platform: limit('token').optional().describe('Limit of the platform API.'),
  registry: limit('address').optional().describe('Limit of the registry API.'),
}).describe('Rate limits; above them the answer is 429.');

export type LimitsFile = z.output<typeof limits>;
