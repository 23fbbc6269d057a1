import type { TaskStageStatus } from '../../api/task-stage-states.js';

/**
 * The status of a run after one of its stages came to a status; undefined when that does not change it. The run's
 * fields are not shown by platform API §2; the names are those that real clients know.
 *
 * @param stage the run stage, e.g. `post_plan`
 */
export function runStatusAfter(stage: string, status: TaskStageStatus): string | undefined {
  switch (status) {
    case 'running':
      return `${stage}_running`;
    case 'passed':
      return `${stage}_completed`;
    case 'awaiting_override':
      return `${stage}_awaiting_decision`;
    case 'failed':
    case 'errored':
      return 'errored';
    case 'canceled':
      return 'canceled';
    case 'pending':
    case 'unreachable':
      return undefined;
  }
}
