import type {
  PolicyEvaluationStatus,
  TaskResultStatus,
  TaskStageStatus,
} from '../../api/task-stage-states.js';

/** As much of a stage's story as decides how it ends. */
export interface Outcomes {
  readonly tasks: readonly {
    readonly enforcement: 'advisory' | 'mandatory';
    readonly ends: TaskResultStatus;
  }[];
  readonly policies: readonly {
    readonly ends: PolicyEvaluationStatus;
    readonly sets: readonly {
      readonly overridable: boolean;
      readonly outcomes: readonly { readonly level?: string | undefined; readonly status: string }[];
    }[];
  }[];
}

type Policy = Outcomes['policies'][number];

const goesOn: readonly string[] = ['pending', 'queued', 'running'];
const goesWell: readonly string[] = ['passed', 'overridden'];

/**
 * The status in which a stage without a life rests, told from its tasks and policies: it waits for an override when
 * a mandatory policy of an overridable set failed, has failed when anything else mandatory did not pass, runs while
 * something has no end, and has passed otherwise (assumed; platform API §3 does not show these transitions).
 */
export function restingStatus({ tasks, policies }: Outcomes): TaskStageStatus {
  if (policies.some(canBeOverridden)) return 'awaiting_override';
  const mandatory = tasks.filter((task) => task.enforcement === 'mandatory');
  if (mandatory.some(({ ends }) => !goesOn.includes(ends) && !goesWell.includes(ends))) return 'failed';
  if (policies.some(stopsTheStage)) return 'failed';
  return [...tasks, ...policies].some(({ ends }) => goesOn.includes(ends)) ? 'running' : 'passed';
}

function canBeOverridden({ ends, sets }: Policy): boolean {
  return ends === 'failed' && sets.some((set) => set.overridable && set.outcomes.some(isMandatoryFailure));
}

/** An evaluation has no level of its own: one that failed stops the stage unless only advisory policies failed. */
function stopsTheStage({ ends, sets }: Policy): boolean {
  if (goesOn.includes(ends) || goesWell.includes(ends)) return false;
  const failures = sets.flatMap((set) => set.outcomes).filter(({ status }) => status === 'failed');
  return ends !== 'failed' || failures.length === 0 || failures.some(isMandatoryFailure);
}

function isMandatoryFailure(outcome: {
  readonly level?: string | undefined;
  readonly status: string;
}): boolean {
  return outcome.level === 'mandatory' && outcome.status === 'failed';
}
