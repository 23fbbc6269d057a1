import { z } from 'zod';
import { durationPattern, parseDuration } from '../duration.js';

/** Text that must look some way; `expected` says which way in words. */
export function text(expected: string, pattern: RegExp, longest = 200) {
  return z
    .string({ error: expected })
    .max(longest, { error: `at most ${longest} characters` })
    .regex(pattern, { error: expected });
}

/** Any text, also an empty one. */
export const anyText = z.string();

/** The name of a thing: text of one line that says something. */
export const nameText = text('a name of one line', /^[^\r\n]*\S[^\r\n]*$/);

/** What stands in an URL to address a resource. */
export const idText = text('an id of letters, digits, ".", "_" and "-"', /^[A-Za-z0-9][\w.-]*$/, 128);

/** How durations are explained wherever one was expected. */
export const durationHint = 'a duration such as 250ms, 2s, 10m, 1h or 2d';

/** A duration, `0s` included. */
export const durationText = text(durationHint, durationPattern, 40).refine(
  (written) => parseDuration(written) !== undefined,
  { error: durationHint },
);

/** A number of things or times, from 1. */
export const count = z.int({ error: 'a whole number from 1' }).min(1, { error: 'a whole number from 1' });

/** Name of a header, in any case. */
export const headerName = text('the name of a header', /^[!#$%&'*+.^`|~\w-]+$/, 128);

const headerText = z
  .string()
  .max(8192, { error: 'at most 8192 characters' })
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'the value of a header, without line breaks' });

/** Headers that only the server can set, as they say how its bytes are to be read; a fault spoils those. */
const framing = /^(transfer-encoding|trailer|upgrade)$/i;

/** Values of headers; a list sends the header several times. */
export const headers = z.record(
  headerName.refine((name) => !framing.test(name), {
    error: 'a header that does not say how bytes are sent',
  }),
  z.union([headerText, z.number(), z.boolean(), z.array(headerText)], { error: 'the value of a header' }),
);
