import fc from 'fast-check';
import { operations } from '../../src/api/operations.js';

/** A request as it goes over the wire. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** Pieces that have broken servers before, beside those that mean something here. */
const oddWords = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%00',
  '%',
  '%ff',
  '%c3%28',
  '',
  '*',
  '~main',
  'null',
  '-1',
  '0',
  '1e9',
  '9007199254740993',
  'x'.repeat(300),
];
const knownWords = [
  'run-AtRest',
  'ts-Waiting',
  'run-7Kq2',
  'ts-5Hc1',
  'poleval-1',
  'psout-1',
  'ot-1',
  'oc-1',
  'acme',
  'network',
  'aws',
  '1.2.0',
  'latest',
];
const parameters = [
  'include',
  'page[number]',
  'page[size]',
  'page%5Bsize%5D',
  'filter[status]',
  'filter[0][status]',
  'filter[__proto__]',
  'fields[runs]',
  'sort',
  'q',
  'offset',
  'limit',
  'provider',
  'verified',
  'namespace',
  'terraform-get',
  '__proto__',
];
const values = [
  'passed,failed',
  'policy_set_outcomes',
  'true',
  'false',
  '1',
  '0',
  '2',
  '100',
  '101',
  'oauth-tokens',
];

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...knownWords) },
  { weight: 3, arbitrary: fc.constantFrom(...oddWords) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }).map(encode) },
);

/** Methods of HTTP, and some that are none. */
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'PUT', 'OPTIONS', 'PROPFIND', 'PURGE', 'TRACE') },
);

const operationPath = fc
  .tuple(fc.constantFrom(...operations), fc.array(word, { minLength: 6, maxLength: 6 }))
  .map(([{ path }, words]) => {
    let at = 0;
    return path.replace(/:\w+/g, () => words[at++] ?? '');
  });

const anyPath = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/api/v2/',
      '/v1/modules/',
      '/v2/modules/',
      '/.well-known/',
      '/~other/',
      '/api/',
      '/__restage/',
    ),
    fc.array(word, { maxLength: 5 }),
  )
  .map(([head, words]) => head + words.join('/'));

const prefix = fc.constantFrom('', '', '', '/~one', '/~main', '/~..', '/~__proto__', '/~');

const query = fc
  .array(fc.tuple(fc.constantFrom(...parameters), fc.oneof(fc.constantFrom(...values), word)), {
    maxLength: 4,
  })
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  );

/** What may stand in the value of a header. */
const headerText = fc
  .string({ maxLength: 20, unit: 'binary-ascii' })
  .map((text) => text.replace(/[^\t\x20-\x7e]/g, '').trim());

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom('authorization'),
    fc.oneof(
      fc.constantFrom(
        'Bearer demo',
        'Bearer restage-one',
        'Bearer restage-one:reader',
        'Bearer ',
        'Basic eDp5',
        'bearer',
      ),
      headerText,
    ),
  ),
  fc.tuple(
    fc.constantFrom('content-type'),
    fc.constantFrom(
      'application/json',
      'application/vnd.api+json',
      'text/plain',
      'application/x-www-form-urlencoded',
      ';;;',
      '',
    ),
  ),
  fc.tuple(
    fc.constantFrom('restage-session'),
    fc.oneof(fc.constantFrom('one', '..', '__proto__', 'a/b'), headerText),
  ),
  fc.tuple(
    fc.constantFrom(
      'accept',
      'range',
      'if-none-match',
      'origin',
      'cookie',
      'x-terraform-get',
      '__proto__',
      'constructor',
    ),
    headerText,
  ),
);

const document = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record(
    {
      comment: fc.jsonValue({ maxDepth: 2 }),
      ['__proto__']: fc.jsonValue({ maxDepth: 1 }),
      data: fc.record(
        {
          id: fc.jsonValue({ maxDepth: 1 }),
          type: fc.oneof(fc.constant('oauth-tokens'), fc.jsonValue({ maxDepth: 1 })),
          attributes: fc.oneof(
            fc.dictionary(
              fc.constantFrom('ssh-key', 'has-ssh-key', '__proto__', 'constructor', 'x'),
              fc.jsonValue({ maxDepth: 1 }),
            ),
            fc.jsonValue({ maxDepth: 1 }),
          ),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
);

const body = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: document.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.nat(30_000).map((deep) => Buffer.from('['.repeat(deep) + ']'.repeat(deep))) },
);

/** Requests to both APIs and beside them; most of them near to something that is there. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method,
  target: fc
    .tuple(prefix, fc.oneof({ weight: 4, arbitrary: operationPath }, anyPath), query)
    .map((parts) => parts.join('')),
  headers: fc.array(header, { maxLength: 3 }),
  body,
});

/** The bytes of a request. */
export function bytesOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const length = body === undefined ? [] : [`content-length: ${body.length}`];
  const lines = [...headers.map(([name, value]) => `${name}: ${value}`), ...length];
  const head = [`${method} ${target} HTTP/1.1`, 'host: 127.0.0.1', 'connection: close', ...lines].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
