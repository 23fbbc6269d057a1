import { z } from 'zod';
import { taskStageStatuses, type TaskStageStatus } from '../../api/task-stage-states.js';
import { judgeLife } from '../life-rules.js';
import { untilPattern } from '../until.js';
import { listRule, members } from './members.js';
import { durationHint, text } from './texts.js';

const until = text(`${durationHint}, "2 reads", "override" or "signal NAME"`, untilPattern, 100)
  .optional()
  .describe(
    'What ends this state: session time (`2s`), answered reads (`2 reads`), `override`, or `signal NAME`.',
  );

const untils = Object.fromEntries(taskStageStatuses.map((status) => [status, until])) as Record<
  TaskStageStatus,
  typeof until
>;

const state = members(untils).refine((value) => Object.keys(value).length === 1, {
  error: 'one status and what ends it',
  when: ({ issues }) => issues.length === 0,
});

/** The states of a task stage in order, and what ends each. */
export const life = z
  .array(
    z.union([z.enum(taskStageStatuses), state], {
      error: 'a status, or one and what ends it: `pending: 2s`',
    }),
  )
  .min(1, { error: 'at least one status' })
  .max(1000, { error: 'at most 1000 states' })
  .check(listRule(judgeLife))
  .describe('The states in order, and what ends each. The last one, which nothing ends, is written alone.');
