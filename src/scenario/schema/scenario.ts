import { z } from 'zod';
import { mostSteps } from '../step.js';
import { limits } from './limits.js';
import { members } from './members.js';
import { platform } from './platform.js';
import { registry } from './registry.js';
import { step } from './step.js';
import { anyText, text } from './texts.js';

const seedHint = 'a whole number from 0 to 4294967295';
const clockHint = 'a time such as 2026-03-02T09:00:00Z';

/** A seed: what ids left out and every chance are made from. */
export const seed = z
  .int({ error: seedHint })
  .min(0, { error: seedHint })
  .max(0xffffffff, { error: seedHint })
  .describe('What ids left out and every chance are made from.');

/** A scenario file as it is written. */
export const scenarioFile = members({
  scenario: text('a name of letters, digits, ".", "_" and "-"', /^[A-Za-z0-9][\w.-]*$/, 64).describe(
    'Its name.',
  ),
  about: anyText.default('').describe('What it tells, in a sentence or two.'),
  seed: seed.default(1),
  clock: z.iso
    .datetime({ offset: true, error: clockHint })
    .optional()
    .describe("When the session's time starts, e.g. `2026-03-02T09:00:00Z`; left out: now."),
  frozen: z.boolean().default(false).describe('Stops the clock, so that only the control API moves it.'),
  platform: platform.prefault({}),
  registry: registry.prefault({}),
  limits: limits.prefault({}),
  steps: z
    .array(step)
    .max(mostSteps, { error: `at most ${mostSteps} steps` })
    .default([])
    .describe('Tried in order before anything else answers; the first that matches is played.'),
  otherwise: z
    .enum(['serve', 'replay', 'passthrough', 'refuse'])
    .optional()
    .describe('Who answers what no step answers; left out: whatever the mode is.'),
}).describe('A scenario for restage.');

export type ScenarioFile = z.output<typeof scenarioFile>;
