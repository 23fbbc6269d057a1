import { resolve } from 'node:path';
import { FixtureDirectory } from '../../edges/fixture-directory.js';
import { sideTrouble } from '../../edges/fixture-files.js';
import { isJsonObject, parseJson } from '../../exchange/json.js';
import type { Fixture, FixtureFinding } from '../../fixtures/fixture.js';
import { fixturePath } from '../../fixtures/fixture-path.js';
import { problemAt, readFixtureFile } from '../../fixtures/fixture-problems.js';
import type { Problem } from '../../exchange/problem.js';
import { formatKey } from '../../fixtures/key.js';
import { Redaction } from '../../fixtures/redaction.js';
import type { RedactionRules } from '../../fixtures/rules.js';
import { isSecretHeader } from '../../fixtures/secret-names.js';

/** Whether a JSON file is meant to be a fixture: it says so, or lies where only fixtures lie. */
export function isFixture(text: string, file: string): boolean {
  const data = parseJson(text);
  if (data === undefined) return text.includes('"restage"') || /(^|\/)(platform|registry|other)\//.test(file);
  return isJsonObject(data) && ('restage' in data || ('request' in data && 'exchanges' in data));
}

/** What is wrong with a fixture: its text, its place, its side files, or a secret in it that is told by its name. */
export function checkFixture(text: string, file: string, rules: RedactionRules): Problem[] {
  const read = readFixtureFile(text, file);
  if ('problems' in read) return read.problems;
  const { fixture } = read;
  const findings = [...secretsIn(fixture, new Redaction(rules)), ...misplaced(fixture, file)];
  return findings.map((finding) => problemAt(text, file, finding));
}

function misplaced(fixture: Fixture, file: string): FixtureFinding[] {
  const place = fixturePath(fixture.key);
  const absolute = resolve(file).replaceAll('\\', '/');
  if (!absolute.endsWith(`/${place}`)) {
    const found = `a fixture of ${formatKey(fixture.key)}`;
    return [{ path: ['request'], found, expected: `it at ${place} below the fixtures' directory` }];
  }
  const directory = new FixtureDirectory(absolute.slice(0, -place.length));
  return fixture.exchanges.flatMap(({ body }, i): FixtureFinding[] => {
    const found = body.kind === 'file' ? sideTrouble(directory, body.file, body.bytes) : undefined;
    if (found === undefined || body.kind !== 'file') return [];
    const expected = `${body.bytes} bytes with the digest in the file's name`;
    return [{ path: ['exchanges', i, 'file'], found, expected }];
  });
}

function secretsIn({ key, exchanges }: Fixture, redaction: Redaction): FixtureFinding[] {
  const holds = (path: FixtureFinding['path'], text: string): FixtureFinding[] => {
    const placeholder = redaction.find(text);
    if (placeholder === undefined) return [];
    return [{ path, found: 'a secret, told by its name or a rule', expected: `${placeholder} in its place` }];
  };
  return [
    ...key.query.flatMap(([name, value]) => holds(['request', 'query', name], `${name}=${value}`)),
    ...(key.body === undefined ? [] : holds(['request'], textOf(key.body))),
    ...exchanges.flatMap(({ headers, body }, i) => [
      ...Object.entries(headers).flatMap(([name, value]): FixtureFinding[] =>
        isSecretHeader(name)
          ? [
              {
                path: ['exchanges', i, 'headers', name],
                found: 'a header that is never kept',
                expected: 'none',
              },
            ]
          : [value].flat().flatMap((each) => {
              const text = redaction.rules.headers.has(name) ? `token=${encodeURIComponent(each)}` : each;
              return holds(['exchanges', i, 'headers', name], text);
            }),
      ),
      ...(body.kind === 'text' ? holds(['exchanges', i], body.text) : []),
    ]),
  ];
}

function textOf(body: NonNullable<Fixture['key']['body']>): string {
  if ('json' in body) return JSON.stringify(body.json);
  if ('form' in body) return body.form.map(([name, value]) => `${name}=${value}`).join('&');
  return 'text' in body ? body.text : '';
}
