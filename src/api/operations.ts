/** Which of the two APIs an operation belongs to. */
export type Api = 'platform' | 'registry';

/**
 * Where an operation comes from: the API documents show it; they leave it out and we assume it;
 * or it is an extra that real clients need.
 */
export type Basis = 'documented' | 'assumed' | 'extra';

/** One endpoint of the two APIs. Routing, scenarios, fixture names, reports and the README's list come from this. */
export interface Operation {
  readonly name: OperationName;
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path pattern; a segment that begins with `:` is a parameter, named as in the API documents. */
  readonly path: string;
  /** A write moves the epoch of a recording and needs its body compared. */
  readonly kind: 'read' | 'write';
  readonly basis: Basis;
  /** The section that documents it, or why it is here. */
  readonly source: string;
}

const table = [
  // Task stages and results
  ['platform.task-stages.list', 'GET', '/api/v2/runs/:run_id/task-stages', 'documented', 'platform API §4'],
  ['platform.task-stages.show', 'GET', '/api/v2/task-stages/:task_stage_id', 'documented', 'platform API §4'],
  [
    'platform.task-stages.override',
    'POST',
    '/api/v2/task-stages/:task_stage_id/actions/override',
    'documented',
    'platform API §4',
  ],
  [
    'platform.task-results.show',
    'GET',
    '/api/v2/task-results/:task_result_id',
    'documented',
    'platform API §4',
  ],
  // Policy evaluations and outcomes
  [
    'platform.policy-evaluations.list',
    'GET',
    '/api/v2/task-stages/:task_stage_id/policy-evaluations',
    'documented',
    'platform API §4',
  ],
  [
    'platform.policy-evaluations.show',
    'GET',
    '/api/v2/policy-evaluations/:policy_evaluation_id',
    'extra',
    'in the official OpenAPI document',
  ],
  [
    'platform.policy-set-outcomes.list',
    'GET',
    '/api/v2/policy-evaluations/:policy_evaluation_id/policy-set-outcomes',
    'documented',
    'platform API §4',
  ],
  [
    'platform.policy-set-outcomes.show',
    'GET',
    '/api/v2/policy-set-outcomes/:policy_set_outcome_id',
    'documented',
    'platform API §4',
  ],
  // OAuth tokens
  [
    'platform.oauth-tokens.list',
    'GET',
    '/api/v2/oauth-clients/:oauth_client_id/oauth-tokens',
    'documented',
    'platform API §4',
  ],
  [
    'platform.oauth-tokens.list-organization',
    'GET',
    '/api/v2/organizations/:organization/oauth-tokens',
    'extra',
    'the only token list go-tfe 1 calls',
  ],
  ['platform.oauth-tokens.show', 'GET', '/api/v2/oauth-tokens/:id', 'documented', 'platform API §4'],
  ['platform.oauth-tokens.update', 'PATCH', '/api/v2/oauth-tokens/:id', 'documented', 'platform API §4'],
  ['platform.oauth-tokens.destroy', 'DELETE', '/api/v2/oauth-tokens/:id', 'documented', 'platform API §4'],
  // What clients ask on the way
  ['platform.ping', 'GET', '/api/v2/ping', 'extra', 'go-tfe calls it before anything else'],
  ['platform.runs.show', 'GET', '/api/v2/runs/:run_id', 'extra', 'terraform finds the stages through it'],
  [
    'platform.workspaces.show',
    'GET',
    '/api/v2/workspaces/:workspace_id',
    'extra',
    'the run and include name it',
  ],
  [
    'platform.oauth-clients.show',
    'GET',
    '/api/v2/oauth-clients/:oauth_client_id',
    'extra',
    'links.related of a token leads here',
  ],
  // Registry
  ['registry.discovery', 'GET', '/.well-known/terraform.json', 'documented', 'registry API §1'],
  ['registry.modules.list', 'GET', '/v1/modules', 'documented', 'registry API §4'],
  ['registry.modules.search', 'GET', '/v1/modules/search', 'documented', 'registry API §4'],
  ['registry.modules.namespace', 'GET', '/v1/modules/:namespace', 'documented', 'registry API §4'],
  ['registry.modules.providers', 'GET', '/v1/modules/:namespace/:name', 'documented', 'registry API §4'],
  [
    'registry.modules.latest',
    'GET',
    '/v1/modules/:namespace/:name/:provider',
    'documented',
    'registry API §4',
  ],
  [
    'registry.modules.versions',
    'GET',
    '/v1/modules/:namespace/:name/:provider/versions',
    'documented',
    'registry API §4',
  ],
  [
    'registry.modules.download-latest',
    'GET',
    '/v1/modules/:namespace/:name/:provider/download',
    'documented',
    'registry API §4',
  ],
  [
    'registry.modules.show',
    'GET',
    '/v1/modules/:namespace/:name/:provider/:version',
    'documented',
    'registry API §4',
  ],
  [
    'registry.modules.download',
    'GET',
    '/v1/modules/:namespace/:name/:provider/:version/download',
    'documented',
    'registry API §4',
  ],
  [
    'registry.modules.archive',
    'GET',
    '/v1/modules/:namespace/:name/:provider/:version/archive.tar.gz',
    'extra',
    'what the download header points to',
  ],
  [
    'registry.modules.downloads-summary',
    'GET',
    '/v2/modules/:namespace/:name/:provider/downloads/summary',
    'documented',
    'registry API §4',
  ],
] as const satisfies readonly (readonly [string, Operation['method'], string, Basis, string])[];

/** The name of an operation. */
export type OperationName = (typeof table)[number][0];

/** Every operation, in the order of the documents. */
export const operations: readonly Operation[] = table.map(([name, method, path, basis, source]) => ({
  name,
  api: name.startsWith('platform.') ? 'platform' : 'registry',
  method,
  path,
  kind: method === 'GET' ? 'read' : 'write',
  basis,
  source,
}));

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]));

/** The operation of that name, or undefined. */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name);
}

/** Names of the parameters in a path pattern, in order. */
export function pathParameters(pattern: string): string[] {
  return pattern
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1));
}
