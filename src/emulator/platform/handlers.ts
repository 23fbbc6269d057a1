import type { OperationName } from '../../api/operations.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call, Handler } from '../call.js';
import { grantOf } from './addressed.js';
import {
  destroyOAuthToken,
  listOAuthTokens,
  listOrganizationOAuthTokens,
  showOAuthToken,
  updateOAuthToken,
} from './oauth-tokens.js';
import { listPolicyEvaluations, showPolicyEvaluation } from './policy-evaluations.js';
import { listPolicySetOutcomes, showPolicySetOutcome } from './policy-set-outcomes.js';
import { Problem, problemResponse } from './problem.js';
import { ping, showOAuthClient, showRun, showWorkspace } from './related.js';
import { showTaskResult } from './task-results.js';
import { listTaskStages, overrideTaskStage, showTaskStage } from './task-stages.js';

/** An operation of the platform. */
export type PlatformOperation = Extract<OperationName, `platform.${string}`>;

/** Answers to the platform's operations. Each first asks for a known bearer token, and none throws. */
export const platformHandlers: Readonly<Record<PlatformOperation, Handler>> = {
  'platform.task-stages.list': answering(listTaskStages),
  'platform.task-stages.show': answering(showTaskStage),
  'platform.task-stages.override': answering(overrideTaskStage),
  'platform.task-results.show': answering(showTaskResult),
  'platform.policy-evaluations.list': answering(listPolicyEvaluations),
  'platform.policy-evaluations.show': answering(showPolicyEvaluation),
  'platform.policy-set-outcomes.list': answering(listPolicySetOutcomes),
  'platform.policy-set-outcomes.show': answering(showPolicySetOutcome),
  'platform.oauth-tokens.list': answering(listOAuthTokens),
  'platform.oauth-tokens.list-organization': answering(listOrganizationOAuthTokens),
  'platform.oauth-tokens.show': answering(showOAuthToken),
  'platform.oauth-tokens.update': answering(updateOAuthToken),
  'platform.oauth-tokens.destroy': answering(destroyOAuthToken),
  'platform.ping': answering(ping),
  'platform.runs.show': answering(showRun),
  'platform.workspaces.show': answering(showWorkspace),
  'platform.oauth-clients.show': answering(showOAuthClient),
};

function answering(answer: (call: Call) => WireResponse): Handler {
  return (call) => {
    try {
      grantOf(call);
      return answer(call);
    } catch (problem) {
      if (problem instanceof Problem) return problemResponse(problem);
      throw problem;
    }
  };
}
