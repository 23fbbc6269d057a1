import { expect, test } from 'vitest';
import { jsonOf, registryWith } from './ask.js';

test('discovery names the modules API with a closing slash and the media type clients insist on', () => {
  const answer = registryWith([]).ask('GET /.well-known/terraform.json');

  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(jsonOf(answer)).toEqual({
    'modules.v1': 'http://registry.test:4010/v1/modules/',
    'tfe.v2': 'http://registry.test:4010/api/v2/',
    'tfe.v2.1': 'http://registry.test:4010/api/v2/',
    'tfe.v2.2': 'http://registry.test:4010/api/v2/',
  });
});

test('discovery stays in the session when a prefix chose it', () => {
  const answer = registryWith([]).ask('GET /.well-known/terraform.json', { prefix: '/~blue' });

  expect(jsonOf(answer)['modules.v1']).toBe('http://registry.test:4010/~blue/v1/modules/');
});
