import type {
  OAuthClientStory,
  OutcomeStory,
  PlatformStory,
  PolicySetStory,
  PolicyStory,
  RunStory,
  StageStory,
  TaskStory,
} from '../../../src/emulator/platform/story.js';

export function aTask(over: Partial<TaskStory> = {}): TaskStory {
  return {
    id: 'taskrs-1',
    name: 'cost-guard',
    task: 'task-1',
    'workspace-task': 'wstask-1',
    enforcement: 'advisory',
    ends: 'passed',
    message: 'under budget',
    url: 'https://tasks.example/results/1',
    ...over,
  };
}

export function anOutcome(over: Partial<OutcomeStory> = {}): OutcomeStory {
  return {
    policy: 'tags',
    level: 'advisory',
    status: 'passed',
    query: 'data.tags.ok',
    description: '',
    ...over,
  };
}

export function aSet(over: Partial<PolicySetStory> = {}): PolicySetStory {
  return {
    id: 'psout-1',
    name: 'guardrails',
    description: null,
    overridable: true,
    error: '',
    outcomes: [
      anOutcome({ policy: 'no-public-buckets', level: 'mandatory', status: 'failed', query: 'data.s3.deny' }),
      anOutcome(),
    ],
    ...over,
  };
}

export function aPolicy(over: Partial<PolicyStory> = {}): PolicyStory {
  return { id: 'poleval-1', kind: 'opa', 'tool-version': '0.44.0', ends: 'failed', sets: [aSet()], ...over };
}

export function aStage(over: Partial<StageStory> = {}): StageStory {
  return {
    id: 'ts-1',
    stage: 'post_plan',
    starts: 'pending',
    tasks: [aTask()],
    policies: [aPolicy()],
    ...over,
  };
}

export function aRun(over: Partial<RunStory> = {}): RunStory {
  return { id: 'run-1', workspace: 'ws-1', speculative: false, stages: [aStage()], ...over };
}

export function aClient(over: Partial<OAuthClientStory> = {}): OAuthClientStory {
  return {
    id: 'oc-1',
    organization: 'acme',
    tokens: [
      { id: 'ot-1', user: 'octocat', 'has-ssh-key': false },
      { id: 'ot-2', user: null, 'has-ssh-key': true },
    ],
    ...over,
  };
}

export function aStory(over: Partial<PlatformStory> = {}): PlatformStory {
  return { runs: [aRun()], 'oauth-clients': [aClient()], ...over };
}

/** A story whose one evaluation has so many outcome sets. */
export function storyWithSets(count: number, outcomes: (at: number) => OutcomeStory[]): PlatformStory {
  const sets = Array.from({ length: count }, (_, at) =>
    aSet({ id: `psout-${at + 1}`, outcomes: outcomes(at) }),
  );
  return aStory({ runs: [aRun({ stages: [aStage({ policies: [aPolicy({ sets })] })] })] });
}
