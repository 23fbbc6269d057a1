import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, sessionOf } from '../../../src/edges/state/file-name.js';

test('a plain name is the name of its file', () => {
  expect(fileNameOf('main')).toBe('main.session');
  expect(fileNameOf('ci-1_b.2')).toBe('ci-1_b.2.session');
});

test('names that lead elsewhere, hide or differ only in case are spelled out', () => {
  expect(fileNameOf('../x')).toBe('%2e.%2fx.session');
  expect(fileNameOf('.hidden')).toBe('%2ehidden.session');
  expect(fileNameOf('Main')).toBe('%4dain.session');
  expect(fileNameOf('żółw')).toBe('%u017c%f3%u0142w.session');
  expect(fileNameOf('')).toBe('%.session');
});

test('any two names have two files, also where case does not count, of a length every file system takes', () => {
  const name = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom('%', '~', 'a~'),
  );
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(fileNameOf(a)).toMatch(/^[a-z0-9%_-][a-z0-9%._~-]*\.session$/);
      expect(fileNameOf(a).length).toBeLessThan(200);
      expect(fileNameOf(a) === fileNameOf(b)).toBe(a === b);
    }),
    { numRuns: 1000 },
  );
});

test('a name is found again from its file unless it was cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const found = sessionOf(fileNameOf(name));
      if (found !== 'cut') expect(found).toEqual({ name });
    }),
  );
  expect(sessionOf(fileNameOf('x'.repeat(1000)))).toBe('cut');
});

test('files that keep no session are none', () => {
  for (const file of [
    'lock.1.2.ab',
    'ca.pem',
    'main.session.tmp',
    'main.session.damaged-1',
    'Main.session',
    '%zz.session',
  ]) {
    expect(sessionOf(file), file).toBeUndefined();
  }
});
