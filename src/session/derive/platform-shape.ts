import type { OperationName } from '../../api/operations.js';

/** What an operation lists: things of a type below the one that a parameter of its path names. */
export interface Listing {
  readonly parentType: string;
  readonly parameter: string;
  readonly type: string;
}

/** What each list of the platform shows (platform API §4). */
export const listings: Partial<Record<OperationName, Listing>> = {
  'platform.task-stages.list': { parentType: 'runs', parameter: 'run_id', type: 'task-stages' },
  'platform.policy-evaluations.list': {
    parentType: 'task-stages',
    parameter: 'task_stage_id',
    type: 'policy-evaluations',
  },
  'platform.policy-set-outcomes.list': {
    parentType: 'policy-evaluations',
    parameter: 'policy_evaluation_id',
    type: 'policy-set-outcomes',
  },
  'platform.oauth-tokens.list': {
    parentType: 'oauth-clients',
    parameter: 'oauth_client_id',
    type: 'oauth-tokens',
  },
  'platform.oauth-tokens.list-organization': {
    parentType: 'organizations',
    parameter: 'organization',
    type: 'oauth-tokens',
  },
};

/** The one thing that an operation is about: its type and the parameter that names it. */
export const subjects: Partial<Record<OperationName, readonly [type: string, parameter: string]>> = {
  'platform.task-stages.show': ['task-stages', 'task_stage_id'],
  'platform.task-stages.override': ['task-stages', 'task_stage_id'],
  'platform.task-results.show': ['task-results', 'task_result_id'],
  'platform.policy-evaluations.show': ['policy-evaluations', 'policy_evaluation_id'],
  'platform.policy-set-outcomes.show': ['policy-set-outcomes', 'policy_set_outcome_id'],
  'platform.oauth-tokens.show': ['oauth-tokens', 'id'],
  'platform.oauth-tokens.update': ['oauth-tokens', 'id'],
  'platform.oauth-tokens.destroy': ['oauth-tokens', 'id'],
  'platform.runs.show': ['runs', 'run_id'],
  'platform.workspaces.show': ['workspaces', 'workspace_id'],
  'platform.oauth-clients.show': ['oauth-clients', 'oauth_client_id'],
};

/** The relationship that leads to what a thing stands below; real services spell some with an underscore. */
export const parentNames: Readonly<Record<string, readonly string[]>> = {
  'task-stages': ['run'],
  'task-results': ['task-stage', 'task_stage'],
  'policy-evaluations': ['policy-attachable'],
  'policy-set-outcomes': ['policy-evaluation'],
  'oauth-tokens': ['oauth-client'],
  'oauth-clients': ['organization'],
  runs: ['workspace'],
};

/** The relationships that list what stands below a thing. */
export const childNames: Readonly<Record<string, readonly string[]>> = {
  runs: ['task-stages'],
  'task-stages': ['task-results', 'policy-evaluations'],
  'oauth-clients': ['oauth-tokens'],
};
