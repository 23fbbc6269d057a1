import type {
  PolicyEvaluationStatus,
  RunStage,
  TaskResultStatus,
  TaskStageStatus,
} from '../../api/task-stage-states.js';

/** What a scenario says of the platform. Ids are all there: those left out in the file were made from the seed. */
export interface PlatformStory {
  /** Left out: any bearer token sees everything. */
  readonly tokens?: readonly TokenStory[] | undefined;
  readonly runs: readonly RunStory[];
  readonly 'oauth-clients': readonly OAuthClientStory[];
}

export type Ability = 'read' | 'override' | 'manage-tokens';

export interface TokenStory {
  readonly token: string;
  /** Left out: everything. */
  readonly may?: readonly Ability[] | undefined;
  /** Ids it sees, with all below them; left out: everything. */
  readonly sees?: readonly string[] | undefined;
}

export interface RunStory {
  readonly id: string;
  readonly workspace: string;
  /** Whether the run is speculative (a plan only). */
  readonly speculative: boolean;
  readonly stages: readonly StageStory[];
}

export interface StageStory {
  readonly id: string;
  readonly stage: RunStage;
  /** The status it begins with. */
  readonly starts: TaskStageStatus;
  readonly tasks: readonly TaskStory[];
  readonly policies: readonly PolicyStory[];
}

export interface TaskStory {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly 'workspace-task': string;
  readonly enforcement: 'advisory' | 'mandatory';
  /** The status it has when the stage stops running. */
  readonly ends: TaskResultStatus;
  readonly message: string;
  readonly url: string;
}

export interface PolicyStory {
  readonly id: string;
  readonly kind: 'opa' | 'sentinel';
  readonly 'tool-version': string;
  /** The status it has when the stage stops running. */
  readonly ends: PolicyEvaluationStatus;
  readonly sets: readonly PolicySetStory[];
}

export interface PolicySetStory {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly overridable: boolean;
  readonly error: string;
  readonly outcomes: readonly OutcomeStory[];
}

export interface OutcomeStory {
  readonly policy: string;
  /** Left out for an errored outcome, which has none. */
  readonly level?: 'advisory' | 'mandatory' | undefined;
  readonly status: 'passed' | 'failed' | 'errored';
  readonly query: string;
  readonly description: string;
}

export interface OAuthClientStory {
  readonly id: string;
  readonly organization: string;
  readonly tokens: readonly {
    readonly id: string;
    readonly user: string | null;
    readonly 'has-ssh-key': boolean;
  }[];
}
