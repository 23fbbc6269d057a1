import { beforeEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/exchange/json.js';
import { MemoryRecording } from '../../fixtures/fixtures-in-memory.js';
import { requestOf } from '../../fixtures/request-of.js';
import { DerivedSession } from './derived-session.js';

const summary = (name: string, version: string, more: JsonObject = {}): JsonObject => ({
  id: `acme/${name}/aws/${version}`,
  owner: 'octocat',
  namespace: 'acme',
  name,
  version,
  provider: 'aws',
  description: `A ${name}.`,
  source: `https://git.example/acme/${name}`,
  published_at: `2026-01-0${version[0]}T00:00:00.000000Z`,
  downloads: 7,
  verified: name === 'network',
  ...more,
});

const root = {
  path: '',
  readme: '# network',
  empty: false,
  inputs: [{ name: 'cidr', description: 'The range.', default: '"10.0.0.0/16"' }],
  outputs: [{ name: 'id', description: '' }],
  dependencies: [],
  resources: [{ name: 'this', type: 'aws_vpc' }],
};

let recorded: MemoryRecording;
const record = (line: string, document: Json): unknown =>
  recorded.answer(requestOf(line), { body: JSON.stringify(document) });

beforeEach(() => {
  recorded = new MemoryRecording();
  record('GET /v1/modules?limit=2', {
    meta: { limit: 2, current_offset: 0, next_offset: 2, next_url: '/v1/modules?limit=2&offset=2' },
    modules: [summary('vpc', '1.0.0'), summary('network', '2.0.0')],
  });
  record('GET /v1/modules?limit=2&offset=2', {
    meta: { limit: 2, current_offset: 2, prev_offset: 0 },
    modules: [summary('dns', '1.1.0')],
  });
  record('GET /v1/modules/acme/network/aws', {
    ...summary('network', '2.0.0', { downloads: 9 }),
    root,
    submodules: [{ ...root, path: 'modules/subnet' }],
    providers: ['aws'],
    versions: ['1.0.0', '2.0.0'],
  });
  record('GET /v1/modules/acme/vpc/aws/versions', {
    modules: [
      {
        source: 'acme/vpc/aws',
        versions: ['1.0.0', '1.2.0'].map((version) => ({
          version,
          root: { dependencies: [], providers: [{ name: 'aws', version: '>= 5' }] },
          submodules: [],
        })),
      },
    ],
  });
  record('GET /v2/modules/acme/network/aws/downloads/summary', {
    data: {
      type: 'module-downloads-summary',
      id: '42',
      attributes: { week: 1, month: 2, year: 3, total: 9 },
    },
  });
});

const names = (body: Json): unknown =>
  ((body as JsonObject)['modules'] as JsonObject[]).map(({ name }) => name);

test('a page that was never recorded, a filter and a search show the modules of the recorded pages', () => {
  const session = new DerivedSession(recorded);

  const all = session.get('/v1/modules?limit=50');

  expect([all.source, names(all.body)]).toEqual(['derived', ['vpc', 'network', 'dns']]);
  expect(names(session.get('/v1/modules?verified=true').body)).toEqual(['network']);
  expect(names(session.get('/v1/modules/search?q=dns').body)).toEqual(['dns']);
  expect(names(session.get('/v1/modules/acme?offset=1').body)).toEqual(['network', 'dns']);
});

test('versions are known from a detail, and a version’s detail from that of the latest', () => {
  const session = new DerivedSession(recorded);

  expect(session.get('/v1/modules/acme/network/aws/versions')).toMatchObject({
    source: 'derived',
    body: {
      modules: [{ source: 'acme/network/aws', versions: [{ version: '2.0.0' }, { version: '1.0.0' }] }],
    },
  });
  expect(session.get('/v1/modules/acme/network/aws/2.0.0')).toMatchObject({
    source: 'derived',
    body: {
      version: '2.0.0',
      downloads: 9,
      root,
      submodules: [{ path: 'modules/subnet' }],
      versions: ['2.0.0', '1.0.0'],
    },
  });
});

test('versions that were recorded keep what each of them showed', () => {
  record('GET /v1/modules/acme/vpc/aws/1.2.0', { ...summary('vpc', '1.2.0'), root, submodules: [] });

  const { source, body } = new DerivedSession(recorded).get('/v1/modules/acme/vpc/aws');

  expect(source).toBe('derived');
  expect(body).toMatchObject({
    version: '1.2.0',
    root: { inputs: root.inputs },
    versions: ['1.2.0', '1.0.0'],
  });
});

test('the latest download leads to the latest recorded version', () => {
  const { source, status, headers } = new DerivedSession(recorded).get('/v1/modules/acme/vpc/aws/download');

  expect([source, status, headers?.['location']]).toEqual([
    'derived',
    302,
    '/v1/modules/acme/vpc/aws/1.2.0/download',
  ]);
});

test.each([
  ['/v1/modules/acme/network/aws/1.0.0', 'no recording shows acme/network/aws 1.0.0'],
  ['/v1/modules/acme/dns/aws/versions', 'no recording shows the versions of acme/dns/aws'],
  ['/v1/modules/acme/dns/aws', 'no recording shows the latest version of acme/dns/aws'],
  ['/v1/modules/acme/network/aws/2.0.0/download', 'the archive of acme/network/aws was not recorded'],
  ['/v2/modules/acme/vpc/aws/downloads/summary', 'no recording shows the downloads of acme/vpc/aws'],
])('%s is refused, as %s', (address, why) => {
  expect(new DerivedSession(recorded).get(address)).toEqual({ source: 'refused', body: why });
});

test('a version that a whole list of versions does not name is not there', () => {
  expect(new DerivedSession(recorded).get('/v1/modules/acme/vpc/aws/9.9.9')).toMatchObject({
    source: 'derived',
    status: 404,
  });
});

test('without the last page of a list, what is on it is unknown, and the list is refused', () => {
  recorded.texts.delete('registry/modules/list@limit=2&offset=2.json');

  expect(new DerivedSession(recorded).get('/v1/modules?limit=50')).toMatchObject({
    source: 'refused',
    body: 'no recording shows the whole list of modules',
  });
});
