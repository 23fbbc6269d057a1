/** Statuses of a task stage (platform API §3). */
export const taskStageStatuses = [
  'pending',
  'running',
  'passed',
  'failed',
  'awaiting_override',
  'errored',
  'canceled',
  'unreachable',
] as const;
export type TaskStageStatus = (typeof taskStageStatuses)[number];

/** Statuses of a task result (platform API §3). */
export const taskResultStatuses = [
  'pending',
  'running',
  'passed',
  'failed',
  'errored',
  'canceled',
  'unreachable',
] as const;
export type TaskResultStatus = (typeof taskResultStatuses)[number];

/** Statuses of a policy evaluation (only `passed` is in the platform API; the rest is from the official OpenAPI document). */
export const policyEvaluationStatuses = [
  'pending',
  'queued',
  'running',
  'passed',
  'failed',
  'overridden',
  'errored',
  'canceled',
  'unreachable',
] as const;
export type PolicyEvaluationStatus = (typeof policyEvaluationStatuses)[number];

/** Run stages a task stage can belong to. */
export const runStages = ['pre_plan', 'post_plan', 'pre_apply', 'post_apply'] as const;
export type RunStage = (typeof runStages)[number];

/**
 * Which status may follow which. Documented is only awaiting_override → running, by an override (platform API §3);
 * the others are assumed: a stage waits, runs and ends, may stop at any time before its end, and never leaves an end.
 */
export const nextStatuses: Readonly<Record<TaskStageStatus, readonly TaskStageStatus[]>> = {
  pending: ['running', 'passed', 'failed', 'awaiting_override', 'errored', 'canceled', 'unreachable'],
  running: ['passed', 'failed', 'awaiting_override', 'errored', 'canceled', 'unreachable'],
  awaiting_override: ['running', 'failed', 'errored', 'canceled', 'unreachable'],
  passed: [],
  failed: [],
  errored: [],
  canceled: [],
  unreachable: [],
};
