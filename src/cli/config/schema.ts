import { z } from 'zod';
import { seed } from '../../scenario/schema/scenario.js';
import { members } from '../../scenario/schema/members.js';
import { text } from '../../scenario/schema/texts.js';
import { logKinds } from '../options.js';

const line = text('text of one line', /^[^\r\n]*\S[^\r\n]*$/, 4096);
const flag = z.boolean();
const lines = z.array(line);
const portHint = 'a whole number from 0 to 65535';
const port = z.int({ error: portHint }).min(0, { error: portHint }).max(65535, { error: portHint });

/** `restage.yaml`: the options of the command line by their long names. */
export const configFile = members({
  $schema: line.optional().describe('Where editors find the schema of this file.'),
  mode: z
    .enum(['serve', 'record', 'replay', 'passthrough'])
    .optional()
    .describe('For exec: which mode to run in; left out: serve.'),
  scenario: line.optional().describe('Story to play: a name, or a file counted from this one.'),
  seed: seed.optional(),
  fixtures: line.optional().describe('Where recordings live, counted from this file; left out: ./fixtures.'),
  platform: line.optional().describe('Upstream platform: an origin or its API root ending in /api/v2.'),
  registry: line.optional().describe('Upstream registry: its origin.'),
  keep: z.enum(['new', 'all']).optional().describe('Record: keep everything, or only what is new.'),
  end: z
    .enum(['hold', 'loop', 'refuse'])
    .optional()
    .describe('Replay: what follows the last recorded answer of a sequence.'),
  derive: flag.optional().describe('Replay: answer what was never recorded from the resources recorded.'),
  explain: flag.optional().describe('Add the header Restage-Source to every answer.'),
  port: port.optional().describe('0 picks a free one. Not for exec, which always does.'),
  host: line.optional().describe('Address to bind.'),
  'allow-host': lines.optional().describe('Names beside localhost by which clients may call.'),
  tls: flag.optional().describe('Serve https with a certificate from a local CA.'),
  state: line.optional().describe('Where session state is kept, counted from this file. Not for exec.'),
  memory: flag.optional().describe('Keep no session state on disk.'),
  'ready-file': line
    .optional()
    .describe('Written when listening, removed on exit; counted from this file. Not for exec.'),
  log: z.enum(logKinds).optional().describe('Request log on stderr.'),
  strict: flag.optional().describe('For exec: a run that fell short ends with status 3.'),
  'registry-host': lines.optional().describe('For exec: hosts that terraform is sent here for.'),
  redact: members({
    headers: lines.optional().describe('Names of headers.'),
    query: lines.optional().describe('Names of query parameters.'),
    paths: lines.optional().describe('Places in JSON bodies, e.g. `$.data[*].attributes.url`.'),
    patterns: lines
      .optional()
      .describe('Regular expressions; the first group is the secret, else all of it.'),
  })
    .optional()
    .describe('What recordings must not keep, beside what is always redacted.'),
});

export type ConfigFile = z.output<typeof configFile>;
