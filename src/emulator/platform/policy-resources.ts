import type { JsonObject } from '../../exchange/json.js';
import { keyOf, type Ref, type Resource } from '../world.js';
import type { Ending } from './item-move.js';
import { pathOf } from './resource-text.js';
import type { OutcomeStory, PolicySetStory, PolicyStory } from './story.js';
import { begunAt } from './timestamps.js';

/**
 * A policy evaluation, pending, and its outcome sets. What the evaluation counts is known at its end; the sets can
 * be read from the beginning (assumed).
 *
 * @param at the time of their making, as the API writes it
 */
export function policyResources(taskStage: Ref, policy: PolicyStory, at: string): Resource[] {
  const self = { type: 'policy-evaluations', id: policy.id };
  const ending: Ending = {
    ends: policy.ends,
    reports: { 'result-count': countsOf(policy.sets.flatMap((set) => set.outcomes)) },
  };
  const evaluation: Resource = {
    ...self,
    parent: keyOf(taskStage),
    attributes: {
      ...begunAt(at),
      'policy-kind': policy.kind,
      'policy-tool-version': policy['tool-version'],
      'result-count': countsOf([]),
    },
    relationships: {
      'policy-attachable': { data: taskStage },
      'policy-set-outcomes': { related: `${pathOf(self)}/policy-set-outcomes` },
    },
    own: { ...ending },
  };
  return [evaluation, ...policy.sets.map((set) => setResource(self, set, policy['tool-version']))];
}

function setResource(evaluation: Ref, set: PolicySetStory, toolVersion: string): Resource {
  return {
    type: 'policy-set-outcomes',
    id: set.id,
    parent: keyOf(evaluation),
    attributes: {
      outcomes: set.outcomes.map(outcomeOf),
      error: set.error,
      overridable: set.overridable,
      'policy-set-name': set.name,
      'policy-set-description': set.description,
      'result-count': countsOf(set.outcomes),
      'policy-tool-version': toolVersion,
    },
    relationships: { 'policy-evaluation': { data: evaluation } },
  };
}

/** Underscores here, and no level on what errored (platform API §2). */
function outcomeOf({ policy, level, status, query, description }: OutcomeStory): JsonObject {
  return {
    ...(level === undefined || status === 'errored' ? {} : { enforcement_level: level }),
    query,
    status,
    policy_name: policy,
    description,
  };
}

function countsOf(outcomes: readonly OutcomeStory[]): JsonObject {
  const count = (status: string, level?: string): number =>
    outcomes.filter((outcome) => outcome.status === status && (!level || outcome.level === level)).length;
  return {
    'advisory-failed': count('failed', 'advisory'),
    errored: count('errored'),
    'mandatory-failed': count('failed', 'mandatory'),
    passed: count('passed'),
  };
}
