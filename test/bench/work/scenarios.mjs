import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { idOf } from './documents.mjs';

/** A task stage of an ordinary run: three tasks, one evaluation with two policy sets. */
export const plainStage = {
  id: idOf('ts', 1),
  stage: 'post_plan',
  life: ['passed'],
  tasks: [1, 2, 3].map((n) => ({ id: idOf('taskrs', n), name: `task-${n}`, message: 'under budget' })),
  policies: [
    {
      id: idOf('poleval', 1),
      kind: 'opa',
      sets: [1, 2].map((n) => ({
        id: idOf('psout', n),
        name: `guardrails-${n}`,
        outcomes: [
          { policy: 'no-public-buckets', level: 'mandatory', status: 'passed', query: 'data.s3.deny' },
        ],
      })),
    },
  ],
};

/** How the policies of a long list end, in turn. */
const fates = /** @type {const} */ ([
  { level: 'mandatory', status: 'failed' },
  { level: 'advisory', status: 'failed' },
  { level: 'mandatory', status: 'passed' },
  { level: 'advisory', status: 'passed' },
  { status: 'errored' },
]);

/**
 * A task stage with an evaluation of so many outcome sets, each of four policies and about 2 KB when shown.
 * @param {number} count
 */
export function stageWithOutcomes(count) {
  const sets = Array.from({ length: count }, (_, n) => ({
    id: idOf('psout', n),
    name: `guardrails-${n}`,
    description: `What every team has agreed on for environment ${n}. `.repeat(10),
    outcomes: [0, 1, 2, 3].map((at) => ({
      policy: `policy-${n}-${at}`,
      query: `data.environment_${n}.rule_${at}.deny`,
      description: `Keeps buckets, queues and keys of environment ${n} from being open to the world (rule ${at}).`,
      ...fates[(n + at * n) % fates.length],
    })),
  }));
  return { ...plainStage, policies: [{ id: idOf('poleval', 1), kind: 'opa', ends: 'passed', sets }] };
}

/**
 * Writes a scenario that stands still; YAML, as any JSON is.
 * @param {string} dir
 * @param {string} name
 * @param {object} story
 * @returns {string} the file
 */
export function writeScenario(dir, name, story) {
  const file = join(dir, `${name}.yaml`);
  writeFileSync(
    file,
    JSON.stringify({ scenario: name, clock: '2026-03-02T09:00:00Z', frozen: true, ...story }),
  );
  return file;
}

/** A scenario with the one stage. */
export const plainStory = { platform: { runs: [{ id: idOf('run', 1), stages: [plainStage] }] } };

/**
 * A scenario with one evaluation of so many outcomes.
 * @param {number} count
 */
export function outcomesStory(count) {
  return { platform: { runs: [{ id: idOf('run', 1), stages: [stageWithOutcomes(count)] }] } };
}

/**
 * The path of a page of these outcomes.
 * @param {number} number
 * @param {number} size
 * @param {string} [filter] a query to add
 */
export function outcomesPath(number, size, filter = '') {
  return `/api/v2/policy-evaluations/${idOf('poleval', 1)}/policy-set-outcomes?page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}${filter}`;
}

/**
 * A scenario with so many OAuth tokens, by a hundred to a client.
 * @param {number} count
 */
export function tokensStory(count) {
  const tokens = Array.from({ length: count }, (_, n) => ({ id: idOf('ot', n), user: `user-${n}` }));
  const clients = Array.from({ length: Math.ceil(count / 100) }, (_, n) => ({
    id: idOf('oc', n),
    organization: 'acme',
    tokens: tokens.slice(n * 100, (n + 1) * 100),
  }));
  return { platform: { 'oauth-clients': clients } };
}
