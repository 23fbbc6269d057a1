import { readLife } from './life-rules.js';
import { madeId } from './made-id.js';
import type { Path } from '../exchange/problem.js';
import type { PlatformFile } from './schema/platform.js';

type RunFile = PlatformFile['runs'][number];
type StageFile = RunFile['stages'][number];
type TaskFile = StageFile['tasks'][number];
type PolicyFile = StageFile['policies'][number];
type ClientFile = PlatformFile['oauth-clients'][number];

/** The platform of a scenario, with every id in its place. */
export type PlatformPart = ReturnType<typeof readPlatform>;

/** Fills in what the file leaves out: ids from the seed, and what the things would usually say. */
export function readPlatform(file: PlatformFile, seed: number) {
  return {
    tokens: file.tokens,
    runs: file.runs.map((run, at) => readRun(run, ['platform', 'runs', at], seed)),
    'oauth-clients': file['oauth-clients'].map((client, at) =>
      readClient(client, ['platform', 'oauth-clients', at], seed),
    ),
  };
}

function readRun(run: RunFile, place: Path, seed: number) {
  return {
    id: run.id ?? madeId('run', place, seed),
    workspace: run.workspace ?? madeId('ws', place, seed),
    speculative: run.speculative,
    stages: run.stages.map((stage, at) => readStage(stage, [...place, 'stages', at], seed)),
  };
}

function readStage(stage: StageFile, place: Path, seed: number) {
  const life = readLife(stage.life);
  return {
    id: stage.id ?? madeId('ts', place, seed),
    stage: stage.stage,
    starts: life[0]!.status,
    life,
    tasks: stage.tasks.map((task, at) => readTask(task, [...place, 'tasks', at], seed)),
    policies: stage.policies.map((policy, at) => readPolicy(policy, [...place, 'policies', at], seed)),
  };
}

function readTask(task: TaskFile, place: Path, seed: number) {
  const id = task.id ?? madeId('taskrs', place, seed);
  return {
    ...task,
    id,
    task: task.task ?? madeId('task', place, seed),
    'workspace-task': task['workspace-task'] ?? madeId('wstask', place, seed),
    url: task.url ?? `https://tasks.example.com/${id}`,
  };
}

/** Versions of the policy tools, as the platform would name one. */
const toolVersions = { opa: '0.46.1', sentinel: '0.26.0' } as const;

function readPolicy(policy: PolicyFile, place: Path, seed: number) {
  return {
    id: policy.id ?? madeId('poleval', place, seed),
    kind: policy.kind,
    'tool-version': policy['tool-version'] ?? toolVersions[policy.kind],
    ends: policy.ends ?? endOf(policy),
    sets: policy.sets.map((set, at) => ({
      ...set,
      id: set.id ?? madeId('psout', [...place, 'sets', at], seed),
    })),
  };
}

/** How an evaluation ends by its outcomes (assumed): a mandatory failure fails it, else an error is its error. */
function endOf(policy: PolicyFile) {
  const outcomes = policy.sets.flatMap((set) => set.outcomes);
  if (outcomes.some(({ level, status }) => level === 'mandatory' && status === 'failed')) return 'failed';
  return outcomes.some(({ status }) => status === 'errored') ? 'errored' : 'passed';
}

function readClient(client: ClientFile, place: Path, seed: number) {
  return {
    id: client.id ?? madeId('oc', place, seed),
    organization: client.organization,
    tokens: client.tokens.map((token, at) => ({
      ...token,
      id: token.id ?? madeId('ot', [...place, 'tokens', at], seed),
    })),
  };
}
