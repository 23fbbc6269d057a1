import { z } from 'zod';
import { policyEvaluationStatuses, runStages, taskResultStatuses } from '../../api/task-stage-states.js';
import { describeValue } from '../problem.js';
import { life } from './life.js';
import { mapRule, members } from './members.js';
import { anyText, idText, nameText, text } from './texts.js';

const id = (of: string) => idText.optional().describe(`Id of the ${of}; left out: made from the seed.`);

const tokenText = text('a bearer token without spaces', /^\S+$/);

const token = members({
  token: tokenText.describe('The bearer token as clients send it. Make one up: no real token belongs here.'),
  may: z
    .array(z.enum(['read', 'override', 'manage-tokens']))
    .optional()
    .describe('What it may do; left out: everything.'),
  sees: z
    .array(anyText)
    .optional()
    .describe('Ids it sees, with all that lies below them; anything else answers 404. Left out: everything.'),
}).describe('A bearer token and what it is allowed.');

const task = members({
  id: id('task result'),
  name: nameText.describe('Name of the run task.'),
  task: idText.optional().describe('Id of the run task.'),
  'workspace-task': idText.optional().describe("Id of the task's attachment to the workspace."),
  enforcement: z
    .enum(['advisory', 'mandatory'])
    .default('mandatory')
    .describe('Whether its failure fails the stage.'),
  ends: z
    .enum(taskResultStatuses)
    .default('passed')
    .describe('Status it has when the stage stops running; `running` or `pending`: it never ends.'),
  message: anyText.default('').describe('What the task reports.'),
  url: anyText.optional().describe("URL of the task's details."),
}).describe('A run task and how it ends.');

const outcome = members({
  policy: nameText.describe('Name of the policy.'),
  level: z
    .enum(['advisory', 'mandatory'])
    .optional()
    .describe('Enforcement level; left out where the status is errored, which has none.'),
  status: z.enum(['passed', 'failed', 'errored']).describe('How the policy ended.'),
  query: anyText.default('').describe('The query that was asked, e.g. `data.s3.deny`.'),
  description: anyText.default('').describe('What the policy is for.'),
})
  .check(
    mapRule(({ level, status }) => {
      if (status === 'errored' && level !== undefined) {
        const expected = 'no level, as an errored outcome has none';
        return [{ path: ['level'], at: 'key', found: `the level ${describeValue(level)}`, expected }];
      }
      if (level === undefined && (status === 'passed' || status === 'failed')) {
        const expected = `advisory or mandatory, as the outcome ${status}`;
        return [{ path: ['level'], at: 'value', found: 'nothing', expected }];
      }
      return [];
    }),
  )
  .describe('What became of one policy.');

const policySet = members({
  id: id('policy set outcome'),
  name: nameText.describe('Name of the policy set.'),
  description: anyText.nullable().default(null).describe('What the policy set is for.'),
  overridable: z.boolean().default(false).describe('Whether its mandatory failures can be overridden.'),
  error: anyText.default('').describe('Error of the set as a whole; empty when there is none.'),
  outcomes: z.array(outcome).default([]).describe('One for each policy.'),
}).describe('A policy set and what became of its policies.');

const policies = members({
  id: id('policy evaluation'),
  kind: z.enum(['opa', 'sentinel']).default('opa').describe('Kind of policy engine.'),
  'tool-version': anyText.optional().describe('Version of the policy tool.'),
  ends: z
    .enum(policyEvaluationStatuses)
    .optional()
    .describe(
      'Status it has when the stage stops running; `running` or `pending`: it never ends. Left out: from its outcomes.',
    ),
  sets: z.array(policySet).default([]).describe('Policy sets in the order in which lists show them.'),
}).describe('A policy evaluation.');

const stage = members({
  id: id('task stage'),
  stage: z.enum(runStages).describe('The run stage.'),
  life,
  tasks: z.array(task).default([]).describe('Run tasks; each becomes a task result.'),
  policies: z
    .array(policies)
    .default([])
    .describe('Policy evaluations, usually one for each kind of engine.'),
}).describe('A task stage.');

const run = members({
  id: id('run'),
  workspace: idText.optional().describe('Id of its workspace; left out: made from the seed.'),
  speculative: z.boolean().default(false).describe('Whether it is a plan only.'),
  stages: z.array(stage).default([]).describe('Its task stages.'),
}).describe('A run.');

const oauthClient = members({
  id: id('OAuth client'),
  organization: nameText.describe('Name of the organization it belongs to.'),
  tokens: z
    .array(
      members({
        id: id('OAuth token'),
        user: anyText.nullable().default(null).describe('User name at the VCS provider.'),
        'has-ssh-key': z.boolean().default(false).describe('Whether an SSH key is stored.'),
      }),
    )
    .default([])
    .describe('Its OAuth tokens.'),
}).describe('A connection to a VCS provider.');

/** What a scenario says of the platform. */
export const platform = members({
  tokens: z
    .array(token)
    .optional()
    .describe('Bearer tokens that are known; left out: any one sees everything.'),
  runs: z.array(run).default([]).describe('Runs with their task stages.'),
  'oauth-clients': z.array(oauthClient).default([]).describe('OAuth clients with their tokens.'),
}).describe('What the platform API answers from.');

export type PlatformFile = z.output<typeof platform>;
