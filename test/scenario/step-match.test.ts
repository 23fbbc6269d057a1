import { expect, test } from 'vitest';
import { stepMatches } from '../../src/scenario/step-match.js';
import { askedOf, stepOf } from './step-of.js';

const versions = 'GET /v1/modules/acme/network/aws/versions';
const outcomes = '/api/v2/policy-evaluations/poleval-1/policy-set-outcomes';
const override = 'POST /api/v2/task-stages/ts-1/actions/override';

test('a step for an operation matches requests to that operation alone', () => {
  const step = stepOf({ on: 'registry.modules.versions' });

  expect(stepMatches(step, askedOf(versions))).toBe(true);
  expect(stepMatches(step, askedOf('GET /v1/modules/acme/network/aws'))).toBe(false);
  expect(stepMatches(step, askedOf('GET /elsewhere'))).toBe(false);
});

test('a HEAD counts as the GET of the same path, for operations and for paths', () => {
  const head = askedOf(versions.replace('GET', 'HEAD'));

  expect(stepMatches(stepOf({ on: 'registry.modules.versions' }), head)).toBe(true);
  expect(stepMatches(stepOf({ on: versions }), head)).toBe(true);
  expect(stepMatches(stepOf({ on: versions.replace('GET', 'HEAD') }), askedOf(versions))).toBe(false);
});

test('a path pattern matches segment by segment', () => {
  const step = stepOf({ on: 'GET /v1/modules/*/net*/aws/versions' });

  expect(stepMatches(step, askedOf(versions))).toBe(true);
  expect(stepMatches(step, askedOf(`${versions}/`))).toBe(true);
  expect(stepMatches(step, askedOf(`${versions}/more`))).toBe(false);
  expect(stepMatches(step, askedOf('GET /v1/modules/acme/bucket/aws/versions'))).toBe(false);
});

test('a path pattern that ends in two stars matches whatever follows', () => {
  const step = stepOf({ on: 'GET /api/v2/runs/**' });

  expect(stepMatches(step, askedOf('GET /api/v2/runs/run-1/task-stages'))).toBe(true);
  expect(stepMatches(step, askedOf('GET /api/v2/workspaces/ws-1'))).toBe(false);
});

test('a path pattern is compared with decoded segments', () => {
  const step = stepOf({ on: 'GET /v1/modules/acme/a*b/aws' });

  expect(stepMatches(step, askedOf('GET /v1/modules/acme/a%20b/aws'))).toBe(true);
});

test('a condition on a path parameter holds for the decoded value', () => {
  const step = stepOf({
    on: 'registry.modules.versions',
    where: { path: { name: 'net*', provider: 'aws' } },
  });

  expect(stepMatches(step, askedOf(versions))).toBe(true);
  expect(stepMatches(step, askedOf(versions.replace('network', '%6Eetwork')))).toBe(true);
  expect(stepMatches(step, askedOf(versions.replace('aws', 'google')))).toBe(false);
});

test('a condition on the query holds for encoded and plain brackets, and for any of several values', () => {
  const step = stepOf({
    on: 'platform.policy-set-outcomes.list',
    where: { query: { 'page[number]': 2 } },
  });

  expect(stepMatches(step, askedOf(`GET ${outcomes}?page%5Bnumber%5D=2`))).toBe(true);
  expect(stepMatches(step, askedOf(`GET ${outcomes}?page[number]=1&page[number]=2`))).toBe(true);
  expect(stepMatches(step, askedOf(`GET ${outcomes}?page[number]=21`))).toBe(false);
  expect(stepMatches(step, askedOf(`GET ${outcomes}`))).toBe(false);
});

test('a condition on a header holds whatever the case of its name', () => {
  const step = stepOf({
    on: 'registry.modules.versions',
    where: { header: { 'X-Terraform-Version': '1.*' } },
  });

  expect(stepMatches(step, askedOf(versions, { headers: { 'x-terraform-version': '1.11.4' } }))).toBe(true);
  expect(stepMatches(step, askedOf(versions, { headers: { 'x-terraform-version': '2.0.0' } }))).toBe(false);
  expect(stepMatches(step, askedOf(versions))).toBe(false);
});

test('a condition on a whole body holds whatever the order of its members', () => {
  const step = stepOf({
    on: 'platform.task-stages.override',
    where: { body: { comment: 'ok', by: [1, null] } },
  });

  expect(stepMatches(step, askedOf(override, { body: '{"by":[1,null],"comment":"ok"}' }))).toBe(true);
  expect(stepMatches(step, askedOf(override, { body: '{"comment":"ok"}' }))).toBe(false);
  expect(stepMatches(step, askedOf(override, { body: 'no json' }))).toBe(false);
  expect(stepMatches(step, askedOf(override))).toBe(false);
});

test('a condition on members of a body holds whatever else there is', () => {
  const step = stepOf({
    on: 'platform.task-stages.override',
    where: { body: { '$.comment': 'ok*', '$.tags[1]': 7, '$.gone': null } },
  });
  const body = (members: object): string => JSON.stringify({ gone: null, more: 1, ...members });

  expect(stepMatches(step, askedOf(override, { body: body({ comment: 'okay', tags: [1, 7] }) }))).toBe(true);
  expect(stepMatches(step, askedOf(override, { body: body({ comment: 'okay', tags: [7] }) }))).toBe(false);
  expect(stepMatches(step, askedOf(override, { body: body({ comment: 1, tags: [1, 7] }) }))).toBe(false);
});

test('a step with several conditions matches only where all of them hold', () => {
  const step = stepOf({
    on: 'registry.modules.versions',
    where: { path: { name: 'network' }, header: { 'x-a': '1' }, query: { q: '*' } },
  });

  expect(stepMatches(step, askedOf(`${versions}?q=`, { headers: { 'x-a': '1' } }))).toBe(true);
  expect(stepMatches(step, askedOf(versions, { headers: { 'x-a': '1' } }))).toBe(false);
  expect(stepMatches(step, askedOf(`${versions}?q=`))).toBe(false);
});
