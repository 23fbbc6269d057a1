import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.js';
import { play } from './play.js';

const asked: Record<string, string> = {
  run_id: 'run-AtRest',
  task_stage_id: 'ts-AtRest',
  task_result_id: 'taskrs-Cost',
  policy_evaluation_id: 'poleval-Many',
  policy_set_outcome_id: 'psout-Guardrails',
  oauth_client_id: 'oc-GitHub',
  organization: 'acme',
  id: 'ot-GitHub',
  workspace_id: 'ws-Shop',
  namespace: 'acme',
  name: 'network',
  provider: 'aws',
  version: '1.2.0',
};

const successes = [200, 204, 302];

test.each(operations.filter(({ method }) => method === 'GET'))(
  'default: there is something behind $name',
  async ({ path, name }) => {
    const story = await play('default');
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) => asked[parameter] ?? '');

    const { status, body } = await story.get(name === 'registry.modules.search' ? `${filled}?q=network` : filled);

    expect(successes).toContain(status);
    if (typeof body === 'object' && body !== null && 'data' in body) expect(body.data).not.toEqual([]);
    if (typeof body === 'object' && body !== null && 'modules' in body) expect(body.modules).not.toEqual([]);
  },
);

test('default: a waiting stage can be overridden, and a token changed and destroyed', async () => {
  const story = await play('default');

  const override = await story.send('POST', '/api/v2/task-stages/ts-Waiting/actions/override');
  const update = await story.send('PATCH', '/api/v2/oauth-tokens/ot-Robot', {
    data: { type: 'oauth-tokens', attributes: {} },
  });
  const destroy = await story.send('DELETE', '/api/v2/oauth-tokens/ot-Robot');
  const gone = await story.get('/api/v2/oauth-tokens/ot-Robot');

  expect([override.status, update.status, destroy.status, gone.status]).toEqual([200, 200, 204, 404]);
});
