import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadInline, parseScenario } from '../../src/edges/scenario-files.js';
import { readYaml } from '../../src/edges/yaml-data.js';
import { parseJson } from '../../src/exchange/json.js';
import { formatQuery, parseQuery } from '../../src/exchange/query.js';
import { formatFixture } from '../../src/fixtures/format-fixture.js';
import { readPattern } from '../../src/fixtures/pattern.js';
import { readFixture } from '../../src/fixtures/read-fixture.js';
import { patience, runs } from './runs.js';

const cwd = join(import.meta.dirname, '../../scenarios');
const stories = readdirSync(cwd)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(join(cwd, file), 'utf8'));

/** A text with some of it cut out, doubled, or replaced by what may be read otherwise. */
function spoilt(text: fc.Arbitrary<string>, pieces: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(30),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: 'binary' })),
  });
  return fc.tuple(text, fc.array(change, { minLength: 1, maxLength: 4 })).map(([whole, changes]) =>
    changes.reduce((before, { at, cut, put }) => {
      const place = Math.floor(at * before.length);
      return before.slice(0, place) + put + before.slice(place + cut);
    }, whole),
  );
}

const yamlPieces = [
  '',
  '\n',
  '  ',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  '!!js/function ',
  '!x ',
  '<<: ',
  '__proto__: ',
  '|',
  '>',
  '"',
  "'",
  '#',
  '---\n',
  '%YAML 1.1\n',
  '\t',
  '\0',
  '1e999',
  '~',
  '? ',
];

test(
  'a spoilt scenario file is a scenario, or problems that name the file and the place',
  async () => {
    await fc.assert(
      fc.asyncProperty(spoilt(fc.constantFrom(...stories), yamlPieces), async (text) => {
        const loaded = await parseScenario(text, 'x.yaml', { cwd });
        if (loaded.ok) return;
        expect(loaded.problems.length).toBeGreaterThan(0);
        for (const { file, line, column, found, expected } of loaded.problems) {
          expect(file).toBe('x.yaml');
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
          expect(found).not.toBe('');
          expect(expected).not.toBe('');
        }
      }),
      runs(40),
    );
  },
  patience,
);

/** Data with one part replaced by anything. */
function changed(data: unknown, at: readonly number[], by: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined || typeof data !== 'object' || data === null) return by;
  const entries: [string, unknown][] = Object.entries(data);
  if (entries.length === 0) return by;
  const place = first % entries.length;
  const parts = entries.map(
    ([key, value], index) => [key, index === place ? changed(value, rest, by) : value] as const,
  );
  return Array.isArray(data) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

test(
  'a scenario with anything in any place is a scenario or problems',
  async () => {
    const sound = await Promise.all(stories.map(async (text) => (await readYaml(text, 'x')).data));
    const place = fc.array(fc.nat(20), { minLength: 1, maxLength: 9 });
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        ...[undefined, NaN, Infinity, () => 1, Symbol('x'), new Date(0), 10n, new Map(), '\0', -1, 1e308],
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sound), place, anything, async (data, at, by) => {
        const loaded = await loadInline(changed(data, at, by), { cwd });
        if (!loaded.ok) expect(loaded.problems.length).toBeGreaterThan(0);
      }),
      runs(100),
    );
  },
  patience,
);

const fixture = JSON.stringify({
  restage: 1,
  request: { method: 'POST', path: '/api/v2/x', query: { a: ['1', '2'] }, json: { b: [1, null] } },
  exchanges: [
    { epoch: 0, status: 200, headers: { 'content-type': 'application/json' }, json: { data: { id: 'x' } } },
    { epoch: 1, after: 'POST /x', count: 2, status: 204, headers: {} },
    { epoch: 1, status: 500, headers: { x: ['a', 'b'] }, text: 'later' },
    { epoch: 2, status: 200, headers: {}, file: `bodies/${'0'.repeat(64)}`, bytes: 3, symbols: true },
  ],
});
const jsonPieces = [
  '',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '__proto__',
  'null',
  '-1',
  '1e999',
  '0.5',
  '../',
  '{{',
  '}}',
  '\n',
];

test(
  'a spoilt fixture is one that is written and read back the same, or findings with their places; never an error',
  () => {
    fc.assert(
      fc.property(fc.oneof(spoilt(fc.constant(fixture), jsonPieces), fc.string(), fc.json()), (text) => {
        const read = readFixture(text);
        if ('findings' in read) {
          for (const { found, expected } of read.findings) expect(`${found}${expected}`).not.toBe('');
        } else {
          expect(readFixture(formatFixture(read.fixture))).toEqual(read);
        }
      }),
      runs(1000),
    );
  },
  patience,
);

test(
  'a fixture with anything in any place is read or refused',
  () => {
    const data: unknown = JSON.parse(fixture);
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), fc.jsonValue(), (at, by) => {
        const read = readFixture(JSON.stringify(changed(data, at, by)));
        if ('fixture' in read) expect(readFixture(formatFixture(read.fixture))).toEqual(read);
      }),
      runs(1000),
    );
  },
  patience,
);

test('any query is read, and one that was written is read back the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      for (const [name, value] of parseQuery(raw)) expect(typeof (name + value)).toBe('string');
    }),
    runs(1000),
  );
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (query) => {
      expect(parseQuery(formatQuery(query))).toEqual(query);
    }),
    runs(1000),
  );
});

test('any text is JSON or is not, whatever its depth', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.json(), fc.boolean(), (deep, inner, asText) => {
      const text =
        '['.repeat(deep) + (asText ? JSON.stringify('[[{{"'.repeat(2000)) : inner) + ']'.repeat(deep);
      const read = parseJson(text);
      if (deep > 1000) expect(read).toBeUndefined();
      if (deep < 900) expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    runs(100),
  );
});

test(
  'a pattern that is taken runs over any text in time that grows with it alone',
  () => {
    const atom = fc.constantFrom('a', 'b', '.', '\\w', '\\d', '[ab]', '[^a]', '-');
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2,}', '{1,9}', '*?', '{3}');
    const part = fc.oneof(
      fc.tuple(atom, repeat).map(([what, often]) => what + often),
      fc.tuple(atom, repeat, atom, repeat).map(([a, b, c, d]) => `(${a}${b}|${c}${d})`),
      fc.tuple(atom, repeat, repeat).map(([a, b, c]) => `(${a}${b})${c}`),
    );
    const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const text = fc.constantFrom('a', 'ab', 'aab', 'a-', 'a1').map((piece) => piece.repeat(5000) + '!');
    fc.assert(
      fc.property(pattern, text, (source, over) => {
        const read = readPattern(source);
        if ('problem' in read) return;
        const began = performance.now();
        over.replace(read.pattern, '');
        expect(performance.now() - began, source).toBeLessThan(3000);
      }),
      runs(60),
    );
  },
  patience,
);
